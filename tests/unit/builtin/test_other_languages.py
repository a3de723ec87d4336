"""What German and Spanish instructions are understood to say."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from app.builtin.grammar import read
from app.builtin.lexicon import Lexicon
from app.builtin.planner import BuiltinPlanner
from tests.unit.builtin.shapes import shape_of

GRAMMAR = Path(__file__).parents[3] / "resources" / "grammar"

GERMAN = [
    ("Klicke auf Speichern.", "click Speichern"),
    ("Klicke auf die Schaltfläche „Abbrechen“", "click Abbrechen"),
    ("Klicken Sie bitte auf OK", "click OK"),
    ("Doppelklicke auf den Ordner Bilder", "click2 Ordner Bilder"),
    (
        'Klicke mit der rechten Maustaste auf "notiz.txt" und wähle Umbenennen',
        "right click notiz.txt; choose Umbenennen",
    ),
    ("Klicke oben rechts in der grauen Leiste auf „Hilfe“.", "click Hilfe inside(grauen Leiste) top+right"),
    ("Klicke auf den zweiten Löschen-Knopf", "click Löschen #2"),
    ("Klicke auf „Bearbeiten“ in der Zeile von Anna", "click Bearbeiten row(Anna)"),
    ("Klicke auf den Knopf neben „Oslo“", "click <Knopf> beside(Oslo)"),
    ("Öffne das Menü Datei und wähle „Speichern unter…“", "menu Datei; choose Speichern unter…"),
    ("Öffne Datei > Drucken", "menu Datei > Drucken"),
    ("Tippe Hallo Welt in das Feld Name", "type 'Hallo Welt' > Feld Name"),
    ("Gib „Anna“ in das Feld Vorname ein und drücke Tab", "type 'Anna' > Feld Vorname; press tab"),
    ('Gib in das Feld Nachname den Text "Müller" ein', "type 'Müller' > Feld Nachname"),
    ("Schreibe „Liebe Grüße“ in den Editor", "type 'Liebe Grüße' > Editor"),
    ("Tippe guten Morgen und drücke Enter", "type 'guten Morgen'; press enter"),
    ("Trage 5 in das Feld Anzahl ein", "type '5' > Feld Anzahl"),
    ("Wähle „Groß“ in der Liste Größe aus", "choose Groß of Liste Größe"),
    ("Wähle in der Liste Land Österreich", "? Wähle in der Liste Land Österreich"),
    ("Wähle „Express“", "choose Express"),
    ("Setze ein Häkchen bei „AGB akzeptieren“", "tick AGB akzeptieren"),
    ("Aktiviere „Newsletter“ und deaktiviere „Werbung“", "tick Newsletter; untick Werbung"),
    ("Hake Zucker und Milch an", "tick Zucker und Milch"),
    ("Entferne das Häkchen bei Newsletter", "untick Newsletter"),
    ("Drücke Strg+S", "press ctrl+s"),
    ("Drücke die Eingabetaste", "press enter"),
    ("Drücke dreimal Tab", "press tab x3"),
    ("Drücke zweimal die Pfeiltaste nach unten", "press down x2"),
    ("Scrolle nach unten", "scroll down"),
    ("Scrolle bis zum Ende der Seite und klicke auf „Annehmen“", "scroll to bottom; click Annehmen"),
    ("Warte 3 Sekunden", "wait 3"),
    ("Warte, bis „Fertig“ erscheint", "wait for Fertig"),
    ("Starte den Taschenrechner", "app Taschenrechner"),
    ("Öffne das Programm mousepad", "app mousepad"),
    ("Wechsle zum Fenster Writer", "switch Writer"),
    ("Schließe den Dialog", "close dialog"),
    ("Ziehe die Karte „Milch“ nach „Erledigt“", "drag Milch > Erledigt"),
    ("Ziehe den Regler Lautstärke auf 70", "set Regler Lautstärke = 70"),
    ("Stelle Anzahl auf 4", "set Anzahl = 4"),
    ("Ändere den Titel in „Neu“", "set Titel = Neu"),
    ("Leere das Suchfeld", "clear <Suchfeld>"),
    ("Klicke nicht auf Kaufen", "leave Kaufen"),
    ("Klicke auf Weiter, aber nicht auf „Alles löschen“", "click Weiter; leave Alles löschen"),
    ("Speichere die Datei mit Strg+S", "press ctrl+s"),
    ("Klicke im Dialog auf OK", "click OK inside(Dialog)"),
    ("Im Feld Name tippe Otto", "type 'Otto' > Feld Name"),
    ("Markiere alles und drücke Entf", "press ctrl+a; press delete"),
    ("Klicke auf Datei, dann auf Öffnen", "click Datei; click Öffnen"),
    ("Mach mir einen Kaffee", "? Mach mir einen Kaffee"),
    ("Tippe\nZeile 1\nund drücke Strg+S", "type 'Zeile 1'; press ctrl+s"),
]

SPANISH = [
    (
        "Marca la casilla «Recordarme», escoge «Semanal» y pulsa «Enviar».",
        "tick Recordarme; choose Semanal; click Enviar",
    ),
    ("Haz clic en Guardar.", "click Guardar"),
    ('Haga clic en el botón "Cancelar", por favor', "click Cancelar"),
    ("Haz doble clic en la carpeta Fotos", "click2 carpeta Fotos"),
    ('Haz clic derecho en "nota.txt" y elige Renombrar', "right click nota.txt; choose Renombrar"),
    ("Haz clic en el segundo botón Eliminar", "click botón Eliminar #2"),
    ("Pulsa Editar en la fila de Ana", "click Editar row(Ana)"),
    ("Haz clic en el botón junto a «Oslo»", "click <botón> beside(Oslo)"),
    ("Abre el menú Archivo y elige «Guardar como…»", "menu Archivo; choose Guardar como…"),
    ("Abre Archivo > Imprimir", "menu Archivo > Imprimir"),
    ("Escribe Hola mundo y pulsa Intro", "type 'Hola mundo'; press enter"),
    ("Escribe «Ana» en el campo Nombre y pulsa Tab", "type 'Ana' > campo Nombre; press tab"),
    ("Introduce 5 en el campo Cantidad", "type '5' > campo Cantidad"),
    ('Pon "azul" en Color', "type 'azul' > Color"),
    ("Elige «Grande» en la lista Tamaño", "choose Grande of lista Tamaño"),
    ("Selecciona Austria en la lista País", "choose Austria of lista País"),
    ("Desmarca «Boletín»", "untick Boletín"),
    ('Activa "Modo oscuro"', "tick Modo oscuro"),
    ("Pulsa Ctrl+S", "press ctrl+s"),
    ("Pulsa la tecla Intro", "press enter"),
    ("Pulsa Tab tres veces", "press tab x3"),
    ("Pulsa la flecha abajo dos veces", "press down x2"),
    ("Desplázate hacia abajo", "scroll down"),
    ("Baja hasta el final de la página y haz clic en «Aceptar»", "scroll to bottom; click Aceptar"),
    ("Espera 3 segundos", "wait 3"),
    ("Espera hasta que aparezca «Listo»", "wait for Listo"),
    ("Inicia la calculadora", "app calculadora"),
    ("Abre la aplicación mousepad", "app mousepad"),
    ("Cambia a la ventana Writer", "switch Writer"),
    ("Cierra el diálogo", "close dialog"),
    ("Arrastra la tarjeta «Leche» a «Hecho»", "drag Leche > Hecho"),
    ("Arrastra el deslizador Volumen a 70", "set deslizador Volumen = 70"),
    ("Ajusta Cantidad a 4", "set Cantidad = 4"),
    ("Cambia el título a «Nuevo»", "set <título> = Nuevo"),
    ("Vacía el campo Buscar", "clear campo Buscar"),
    ("No pulses Comprar", "leave Comprar"),
    ("Haz clic en Siguiente, pero no en «Borrar todo»", "click Siguiente; leave Borrar todo"),
    ("Guarda el archivo con Ctrl+S", "press ctrl+s"),
    ("En el diálogo haz clic en Aceptar", "click Aceptar in[<diálogo>]"),
    ("En el campo Nombre escribe Otto", "type 'Otto' > campo Nombre"),
    ("Selecciona todo y pulsa Supr", "press ctrl+a; press delete"),
    ("Haz clic en Archivo, luego en Abrir", "click Archivo; click Abrir"),
    ("Hazme un café", "? Hazme un café"),
    ("Guarda la copia.", "click Guarda copia"),
    ("Haz clic en el enlace abajo del todo", "click <enlace> bottom"),
    ("Escribe\nLínea 1\ny pulsa Ctrl+S", "type 'Línea 1'; press ctrl+s"),
    ("Pulsa Enter para buscar", "press enter"),
    ("Primero haz clic en «A», después en «B» y por último en «C».", "click A; click B; click C"),
]


def lexicon(language: str) -> Lexicon:
    return Lexicon.model_validate(tomllib.loads((GRAMMAR / f"{language}.toml").read_text("utf-8")))


@pytest.fixture(scope="module")
def german() -> Lexicon:
    return lexicon("de")


@pytest.fixture(scope="module")
def spanish() -> Lexicon:
    return lexicon("es")


@pytest.mark.parametrize(("sentence", "meant"), GERMAN, ids=[sentence for sentence, _ in GERMAN])
def test_a_german_sentence_is_read_as_meant(sentence: str, meant: str, german: Lexicon) -> None:
    assert shape_of(read(sentence, german)) == meant


@pytest.mark.parametrize(("sentence", "meant"), SPANISH, ids=[sentence for sentence, _ in SPANISH])
def test_a_spanish_sentence_is_read_as_meant(sentence: str, meant: str, spanish: Lexicon) -> None:
    assert shape_of(read(sentence, spanish)) == meant


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("Click “Speichern”.", "Click “Speichern”"),
        ("Klicke auf „Save“.", "Auf „Save“ klicken"),
        ("Haz clic en «OK».", "Hacer clic en «OK»"),
    ],
)
def test_the_language_is_found_out_from_the_words(task: str, line: str, english: Lexicon) -> None:
    planner = BuiltinPlanner(english, lexicon("de"), lexicon("es"))
    assert planner.read(task).lines == (line,)


def test_every_language_says_the_same_things() -> None:
    english = lexicon("en")
    for other in map(lexicon, ("de", "es")):
        assert set(other.says) == set(english.says)
        assert {form.intent for form in other.forms} == {form.intent for form in english.forms}
