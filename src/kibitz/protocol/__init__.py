"""What chess programs speak and write."""
