"""Which findings are told and how bad they are: configuration files, options of a run, and comments in quiz files."""
