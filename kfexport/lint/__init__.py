"""Rules about a quiz that has been read: one rule a file, its docstring is its documentation."""
