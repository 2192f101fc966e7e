"""One file a chapter: `ANSWERS` says which answers to its exercises are right, `PICTURES` draws its pictures.

A picture is a function without arguments that gives one of `steelyard.pictures`, or one that moves.
"""
