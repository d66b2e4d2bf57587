"""``python -m kfexport``."""

from kfexport.cli import main

if __name__ == "__main__":
    main(prog_name="kfexport")
