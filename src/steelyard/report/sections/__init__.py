"""The sections of the page: each a function of the contents (plain data) and a language's words, to HTML or None."""
