"""What is on a picture or screen: the accessibility tree and text read from pixels, merged."""
