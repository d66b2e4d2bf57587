"""The canonical YAML file: read with positions and the author's spelling, checked against the schema, written back."""
