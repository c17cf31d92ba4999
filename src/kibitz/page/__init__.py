"""The files of the page, and how one script is made of several of them."""
