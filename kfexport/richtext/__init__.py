"""The author's Markdown in the forms that targets need.

``markdown`` parses (one module knows the Markdown library), ``faults`` says what in a text cannot be shown,
``html``, ``xhtml`` and ``plain`` turn the parsed text into what a target reads.
"""
