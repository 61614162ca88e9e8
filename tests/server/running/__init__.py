"""Running a server: nothing that was acknowledged is lost, storage that fails is reported, several processes share the
work.
"""
