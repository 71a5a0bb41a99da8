"""What jobs use inside the guest: simulated chips, traces, a fake Pi, and words to the host."""
