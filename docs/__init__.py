"""The documentation, and the module that writes those parts of it which come from code."""
