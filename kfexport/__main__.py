"""``python -m kfexport``."""

from kfexport.cli import run

if __name__ == "__main__":
    run()
