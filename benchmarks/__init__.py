"""Problems x libraries x stages, measured in one run: see README.md beside this file."""
