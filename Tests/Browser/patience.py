"""How long a test waits for what must happen."""

# Seconds. No bound of what is tested, which a busy machine may take as long for as it likes: the end of a test that hangs.
PATIENCE = 600
