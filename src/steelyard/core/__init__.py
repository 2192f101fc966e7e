"""Pure numbers: no checks, no strings, no self."""
