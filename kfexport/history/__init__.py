"""What git knows of quiz files: what they were in an earlier revision, and which questions have changed since."""
