"""The range, one module per group. Each has SHOTS: name -> list of Shot, one per view."""
