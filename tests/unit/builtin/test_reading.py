"""What instructions are understood to say: sentences as people write them, and properties of all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.builtin.grammar import read
from app.builtin.intents import Press, TypeInto
from app.builtin.lexicon import Lexicon
from tests.unit.builtin.shapes import shape_of

SENTENCES = [
    ("Click Save.", "click Save"),
    ("click on the Save button", "click Save"),
    ('Press the "Apply" button.', "click Apply"),
    ('Please click the green "Continue" button.', "click Continue"),
    ("Hit OK", "click OK"),
    ("Tap on Settings", "click Settings"),
    ("left-click the Help icon", "click Help"),
    ("Click on 'Don't save'", "click Don't save"),
    ("Right-click the file report.pdf", "right click file report.pdf"),
    ("double-click on the icon called Photos", "click2 icon called Photos"),
    ("Click the first link", "click <link> #1"),
    ('Click the last "Remove" button', "click Remove #-1"),
    ("Click the 3rd checkbox", "click <checkbox> #3"),
    ('click the Edit button next to "Maria"', "click Edit beside(Maria)"),
    ("Click Delete in the row with Bob Smith", "click Delete row(Bob Smith)"),
    ('Click the Edit button for "Garden"', "click Edit row(Garden)"),
    ('Click the button below "Total"', "click <button> below(Total)"),
    ("click the arrow to the right of Quantity", "click arrow to the right(Quantity)"),
    ("Click the X at the top right.", "click X top+right"),
    ("Click the menu button in the top left corner", "click menu top+left"),
    ("Click the OK button in the dialog", "click OK inside(<dialog>)"),
    ('Click "Print" in the toolbar', "click Print inside(<toolbar>)"),
    ("In the dialog, click Cancel.", "click Cancel in[<dialog>]"),
    ("In the Name field, type Anna.", "type 'Anna' > Name"),
    ("On the page click Next", "click Next"),
    ('In the Calc window click "Sheet2"', "click Sheet2 in[Calc]"),
    ("Hover over the picture", "hover <picture>"),
    ('Move the mouse over "Details"', "hover Details"),
    ('middle click the tab "News"', "middle click News"),
    ("Ctrl-click the second file", "ctrl click <file> #2"),
    ('Hold Shift and click "Last item"', "shift click Last item"),
    ('Click "One" while holding Ctrl', "ctrl click One"),
    ('triple-click the paragraph "Intro"', "click3 Intro"),
    ("Type hello world", "type 'hello world'"),
    ('Type "hello, world" into the Search box', "type 'hello, world' > Search"),
    ("type 'it's fine' in the Comment field", 'type "it\'s fine" > Comment'),
    ("Write Dear Sir in the text box", "type 'Dear Sir' > <text box>"),
    ("Enter john@example.org in the E-mail field", "type 'john@example.org' > E-mail"),
    ('enter "1234" as the PIN', "type '1234' > PIN"),
    ("Enter 5 for Quantity", "type '5' > Quantity"),
    ('Put "blue" into Colour', "type 'blue' > Colour"),
    ('Fill in the Name field with "Ann"', "type 'Ann' > Name"),
    ("fill the City field with Rome", "type 'Rome' > City"),
    ('type 12.50 into the field next to "Price"', "type '12.50' > <field> beside(Price)"),
    ("Type my secret diary and click Save", "type 'my secret diary'; click Save"),
    ("Type salt and pepper, then press Enter", "type 'salt and pepper'; press enter"),
    ("type I'd like to open an account. Then press Tab.", 'type "I\'d like to open an account"; press tab'),
    ('Type "a" and then "b"', "type 'a'; type 'b'"),
    ('Type the text "x = 1" into the editor', "type 'x = 1' > editor"),
    ("Type What time is it? and press Enter", "type 'What time is it?'; press enter"),
    ('write "Hi" in the Message field and click Send', "type 'Hi' > Message; click Send"),
    ("type 2+2= and press Enter", "type '2+2='; press enter"),
    ("Type www.example.org into the address bar and press Enter", "type 'www.example.org' > address; press enter"),
    ("Type: hello", "type 'hello'"),
    ("Clear the Search field", "clear Search"),
    ("clear the text in the Name box", "clear Name"),
    ("Delete everything in the Notes field", "clear Notes"),
    ('Empty the Comment box and type "None"', "clear Comment; type 'None'"),
    ('Replace the text in the Title field with "New title"', "type 'New title' > Title"),
    ('Change the Title to "Report 2"', "set <Title> = Report 2"),
    ("Change the price from 3 to 4", "set price = 4"),
    ("Set Font size to 12", "set Font size = 12"),
    ("set the Width spinner to 300", "set Width = 300"),
    ("Set the volume to 80%", "set volume = 80%"),
    ("Increase the Brightness slider to 75", "set Brightness = 75"),
    ("Drag the Zoom slider to 150", "set Zoom = 150"),
    ("Slide Balance to -20", "set Balance = -20"),
    ('Set "Wrap lines" to on', "set Wrap lines = on"),
    ("Choose Blue from the Colour list", "choose Blue of Colour"),
    ('Choose "Express" as the shipping method', "choose Express of shipping method"),
    ('Select "Germany" in the Country drop-down', "choose Germany of Country"),
    ("Pick the second option in the Size list", "choose <option> #2 of Size"),
    ('Select the "Privacy" tab', "choose Privacy"),
    ("choose Landscape", "choose Landscape"),
    ('Select the radio button "Monthly"', "choose Monthly"),
    ("Choose Save As... from the File menu", "menu File > Save As..."),
    ("select 'Large (L)' for Size", "choose Large (L) of Size"),
    ('Tick "I agree"', "tick I agree"),
    ('Check the box next to "Remember me"', "tick <box> beside(Remember me)"),
    ("check the Remember me checkbox", "tick Remember me"),
    ("Tick Apples, Pears and Plums", "tick Apples; tick Pears; tick Plums"),
    ('Uncheck "Send me news"', "untick Send me news"),
    ('Make sure "Bold" is checked', "tick Bold"),
    ('turn on "Night light"', "tick Night light"),
    ('Turn "Night light" off', "untick Night light"),
    ("Switch off Bluetooth", "untick Bluetooth"),
    ('remove the tick from "Wrap around"', "untick Wrap around"),
    ("Open the Edit menu", "menu Edit"),
    ("Open the menu View", "menu View"),
    ("open File > Export > PDF", "menu File > Export > PDF"),
    ("Go to Tools > Options…", "menu Tools > Options…"),
    ("Click File → New → Folder", "menu File > New > Folder"),
    ("In the Edit menu choose Select All", "menu Edit > Select All"),
    ("From the menu choose Quit", "menu Quit"),
    ("Press Enter", "press enter"),
    ("press the Escape key", "press esc"),
    ("Press Ctrl+Shift+T", "press ctrl+shift+t"),
    ("press ctrl-alt-delete", "press ctrl+alt+delete"),
    ("Press Control and C", "press ctrl+c"),
    ("Hit F5", "press f5"),
    ("Press Alt+F4", "press alt+f4"),
    ("Press Page Down twice", "press pagedown x2"),
    ("press the down arrow 3 times", "press down x3"),
    ("Press Tab, Tab, Enter", "press tab; press tab; press enter"),
    ("Press Delete", "press delete"),
    ("press 5", "press 5"),
    ('Press "5"', "press 5"),
    ("use Ctrl+F to open the search bar", "press ctrl+f"),
    ("Press Shift+Tab in the editor window", "press shift+tab in[editor]"),
    ("Press Home to go to the start of the line", "press home"),
    ("Scroll down", "scroll down"),
    ("Scroll up a bit", "scroll up"),
    ("scroll down 3 notches", "scroll down 3"),
    ("Scroll to the bottom of the page", "scroll to bottom"),
    ("scroll all the way up", "scroll to top"),
    ('Scroll down until you see "Contact us"', "scroll_to Contact us"),
    ("Scroll to the section Prices and click Order", "scroll_to section Prices; click Order"),
    ("Wait 5 seconds", "wait 5"),
    ("wait for two minutes", "wait 120"),
    ("Wait until the Save dialog appears", "wait for Save"),
    ('Wait for "Loading" to disappear', "wait gone Loading"),
    ('wait until "Done" is shown', "wait for Done"),
    ("Open the calculator app", "app calculator"),
    ("Start the program gedit", "app gedit"),
    ("launch Text Editor", "app Text Editor"),
    ("Open the folder Pictures", "click2 Pictures"),
    ("Open Downloads", "open Downloads"),
    ("Switch to the Firefox window", "switch Firefox"),
    ('switch to the window "notes.txt"', "switch notes.txt"),
    ("Go to the Settings tab", "click Settings"),
    ("bring the Terminal window to the front", "switch Terminal"),
    ("Close the dialog", "close dialog"),
    ("close the Preferences dialog", "close dialog Preferences"),
    ("Close the window.", "close window"),
    ("Close the Writer window", "close window Writer"),
    ("dismiss the message", "close dialog"),
    ('Drag "Buy milk" to "Done"', "drag Buy milk > Done"),
    ("Drag the file a.txt onto the folder Archive", "drag file a.txt > folder Archive"),
    ('Drag the card "Call Tom" from "Today" to "Tomorrow"', "drag Call Tom inside(Today) > Tomorrow"),
    ('move "Second" below "Third"', "drag Second > Third"),
    ("Save the document with Ctrl+S", "press ctrl+s"),
    ("Copy it by pressing Ctrl+C", "press ctrl+c"),
    ("Undo that with Ctrl+Z", "press ctrl+z"),
    ("Select all and press Ctrl+X", "press ctrl+a; press ctrl+x"),
    (
        'Click Login, type "bob" into User and "pw" into Password, then click "Sign in".',
        "click Login; type 'bob' > User; type 'pw' > Password; click Sign in",
    ),
    ("First, click File. Then choose Print. Finally click OK.", "click File; choose Print; click OK"),
    ('1. Open the File menu\n2. Click "Save"\n3. Wait 2 seconds', "menu File; click Save; wait 2"),
    ("- Click A\n- Click B", "click A; click B"),
    ("Click File, then Open.", "click File; click Open"),
    ("Click 1, then +, then 2, then =.", "click 1; click +; click 2; click ="),
    ("On the keypad press 4, then 2, then #", "press 4 in[keypad]; press 2 in[keypad]; press # in[keypad]"),
    ("Don't click Buy.", "leave Buy"),
    ('Click Save but don\'t click "Save all".', "click Save; leave Save all"),
    ("Do not touch anything", "? Do not touch anything"),
    ('Click "Yes", not "No".', "click Yes not(No)"),
    ("Click the round button (not the square one).", "click round not(square one)"),
    ("In the Editor window, not in the browser, type abc", "type 'abc' in[Editor]; leave browser"),
    ("Never press the red button", "leave red"),
    ("To save the file, press Ctrl+S.", "press ctrl+s"),
    ("Click Next to go on.", "click Next"),
    ('click "Go to end" to jump there', "click Go to end"),
    ("Make me a sandwich", "? Make me a sandwich"),
    ("Click", "? Click"),
    ("Click and", "? Click and"),
    ("and then", ""),
    ("Click the thing that looks like a bird with long legs", "click thing that looks like a bird with long legs"),
    ("Type", "? Type"),
    ("Type\nOne line", "type 'One line'"),
    ("Type\nfirst\nsecond\nand press Enter", "type 'first\\nsecond'; press enter"),
    ('Type the following:\n  indented "text"\n\nlast\nThen click OK', "type '  indented \"text\"\\n\\nlast'; click OK"),
    (
        "Write this into the Notes field:\nBuy:\n- milk\n- click bait\nand click Save",
        "type 'Buy:\\n- milk\\n- click bait' > Notes; click Save",
    ),
    ("Click Save and frob the thing", "? Click Save and frob the thing"),
    ("Frob the thing and click Save", "? Frob the thing and click Save"),
    ("Click it", "? Click it"),
    ("Click the Name field and clear it", "click Name; clear Name"),
    ('Double-click report.txt and wait until the window "report" opens', "click2 report.txt; wait for report"),
    ("Open the File menu and click Quit, please.", "menu File; click Quit"),
    ("Could you please press F1?", "press f1"),
    ('I want you to click "Start"', "click Start"),
    ('Find "abc"', '? Find "abc"'),
    ("Click Terms and Conditions", "click Terms and Conditions"),
    ("click Save and close the dialog", "click Save; close dialog"),
    ("Choose Black & White", "choose Black & White"),
    ('Click "Tom\'s page"', "click Tom's page"),
    ("Click on Tom's page", "click Tom's page"),
    ("type don't panic", 'type "don\'t panic"'),
    ("Click «Weiter» and then „Fertig“", "click Weiter; click Fertig"),
    ("Press “Add”", "click Add"),
    ("Click ‘Later’", "click Later"),
    ("Set Start to 9:30 and End to 17:00", "set Start = 9:30; set End = 17:00"),
    ("Set the date to 2024-05-01", "set date = 2024-05-01"),
    ("Right-click an empty area and choose Paste", "right click <empty spot>; choose Paste"),
    ("Right-click on the desktop background", "right click <empty spot>"),
    ("Click the empty space", "click <empty spot>"),
    ("Hold Alt and press Tab", "press alt+tab"),
    ("Press Ctrl+K then Ctrl+C", "press ctrl+k; press ctrl+c"),
    ('Select the text "abc"', '? Select the text "abc"'),
    ("Rename a.txt to b.txt", "? Rename a.txt to b.txt"),
    ("What is the total?", "? What is the total"),
    ("Turn on line numbers.", "tick line numbers"),
    (
        "Put the sum of column A into cell B1 and save the file.",
        "? Put the sum of column A into cell B1 and save the file",
    ),
    ("Type hello and save the file.", "type 'hello'; press ctrl+s"),
    ("Type hello and sort the list", "type 'hello'; ? sort the list"),
    ("Enter your name in the Name field", "? Enter your name in the Name field"),
    ("Click Terms and the rest", "click Terms and the rest"),
    ("click Save and print it", "click Save; ? print it"),
    ('Tick the box "Big print" on this screen and submit the form.', "tick Big print; click submit form"),
    ("Type salt and pepper and send it", "type 'salt and pepper'; ? send it"),
    ("type a b.txt as the name and frob it", "? type a b.txt as the name and frob it"),
    ("Type A Winter Song as the title", "type 'A Winter Song' > <title>"),
    ("type I like to play the piano and press Enter", "type 'I like to play the piano'; press enter"),
]

UNQUOTABLE = "\u201c\u201d"
LINE = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\n\r"), min_size=1, max_size=60)
ANYTHING = st.text(st.characters(blacklist_categories=["Cs"]), max_size=300)
WORDS = st.lists(
    st.sampled_from(
        "click type the and then . , ; Save button in into with to not don't press Enter Ctrl+S open menu file it a "
        "\" ' “ ” « » 1. - scroll down wait 3 seconds for of first row Alice tick x \n select choose drag set 5".split(
            " "
        )
    ),
    max_size=40,
)


def test_the_table_is_large_enough() -> None:
    assert len({sentence for sentence, _ in SENTENCES}) >= 120


@pytest.mark.parametrize(("sentence", "meant"), SENTENCES, ids=[sentence for sentence, _ in SENTENCES])
def test_a_sentence_is_read_as_meant(sentence: str, meant: str, english: Lexicon) -> None:
    assert shape_of(read(sentence, english)) == meant


@given(text=st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters=UNQUOTABLE + "\r"), max_size=80))
def test_a_quoted_text_is_typed_to_the_letter(text: str, english: Lexicon) -> None:
    reading = read(f"Click “Name”, then type “{text}” into the Name field and press Enter.", english)
    assert [intent.kind for intent in reading.intents] == ["click", "type", "press"]
    assert isinstance(typed := reading.intents[1], TypeInto)
    assert typed.text == text


@given(lines=st.lists(LINE, min_size=1, max_size=4).filter(lambda lines: bool(lines[0].strip() and lines[-1].strip())))
def test_a_text_on_lines_of_its_own_is_typed_to_the_letter(lines: list[str], english: Lexicon) -> None:
    text = "\n".join(lines)
    reading = read(f"Click the editor, type\n{text}", english)
    assert isinstance(typed := reading.intents[1], TypeInto)
    assert text.startswith(typed.text)
    assert typed.text == text or not reading.is_clear or len(reading.intents) > 2


@given(line=LINE.filter(lambda line: bool(line.strip())))
def test_one_line_is_typed_whatever_it_says(line: str, english: Lexicon) -> None:
    reading = read(f"Type\n{line}\nand press Ctrl+S.", english)
    assert [intent.kind for intent in reading.intents] == ["type", "press"]
    assert isinstance(typed := reading.intents[0], TypeInto)
    assert typed.text == line
    assert isinstance(pressed := reading.intents[1], Press)
    assert pressed.chords == (("ctrl", "s"),)


@given(task=ANYTHING)
def test_any_text_can_be_read(task: str, english: Lexicon) -> None:
    reading = read(task, english)
    assert reading.is_clear or not reading.intents or reading.unclear


@given(words=WORDS)
def test_any_words_can_be_read(words: list[str], english: Lexicon) -> None:
    reading = read(" ".join(words), english)
    assert len(reading.lines) == len(reading.intents) + len(reading.avoid)


@pytest.mark.parametrize(
    "task",
    [
        "click " * 10_000,
        "word " * 10_000,
        "type " + "and milk " * 5_000,
        "type\n" + "open the door\n" * 3_000,
        " " * 50_000,
    ],
)
def test_a_very_long_text_is_read_in_a_moment(task: str, english: Lexicon) -> None:
    reading = read(task, english)
    assert len(reading.intents) <= 5_000


def test_nothing_is_understood_of_an_empty_text(english: Lexicon) -> None:
    assert read("  \n ", english).intents == ()


def test_one_unclear_part_makes_all_of_it_unclear(english: Lexicon) -> None:
    reading = read("Click Save, then frob the gadget, then click OK.", english)
    assert reading.unclear == ("frob the gadget",)
    assert not reading.is_clear


def test_a_reading_says_itself_step_by_step(english: Lexicon) -> None:
    reading = read('Open the File menu, click "Save" and type x into the Name field.', english)
    assert reading.lines == ("Open the menu File", 'Click "Save"', "Type “x” into the Name field")
