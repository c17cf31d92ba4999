"""Grading of students' programs: run one, compare what it does with the reference search, and name its mistakes."""

from kibitz.classroom.grading.grader import grade
from kibitz.classroom.grading.mistakes import SENTENCES
from kibitz.classroom.grading.report import Grade, Report
from kibitz.classroom.grading.words import Mistake

__all__ = ["SENTENCES", "Grade", "Mistake", "Report", "grade"]
