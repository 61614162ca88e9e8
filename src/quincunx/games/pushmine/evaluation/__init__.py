"""How Pushmine's AI players judge a position: lines, features, weights, tactics, and the score made from them."""
