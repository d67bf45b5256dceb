// Public header.
