"""What a person or a program sees of kibitz: the only place that prints."""
