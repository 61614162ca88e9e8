"""What a seat may see, as planes and masks."""
