"""The classroom: lessons, worksheets and grading."""
