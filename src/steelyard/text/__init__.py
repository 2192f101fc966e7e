"""Bytes to tokens to n-grams, with their offsets kept; stop words, lemmas, lexicons."""
