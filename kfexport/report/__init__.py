"""Renderers of findings, one a file; ``registry`` lists them."""
