"""`python -m kibitz`."""

from kibitz.interface.cli.main import main

if __name__ == "__main__":
    main()
