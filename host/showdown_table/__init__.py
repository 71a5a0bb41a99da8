"""Apps for whoever sits at the table: play, score, simulate."""
