"""Texts: Markdown, tags, places and the rules about them."""
