"""Tokens to columns: counts, tf-idf, hashing, log-count ratios, polarity and review features."""
