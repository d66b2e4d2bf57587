"""Writers, one module or package a target; ``registry`` lists them."""
