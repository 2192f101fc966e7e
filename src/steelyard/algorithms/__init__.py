"""Where a student opens a file and reads the algorithm."""
