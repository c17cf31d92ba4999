"""What a search did and why: traces, stories, audits."""
