"""Rules of item writing: not whether a file is valid, but whether a question asks what it means to ask."""
