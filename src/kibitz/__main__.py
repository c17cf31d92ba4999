"""`python -m kibitz`."""

from kibitz.interface.command_line import main

if __name__ == "__main__":
    main()
