"""What is compiled: bits, random numbers, dispatch by class, the cache on disk, all the same in plain Python."""
