"""Two versions of a quiz, compared by what they mean: comments, layout and the order of questions play no part."""
