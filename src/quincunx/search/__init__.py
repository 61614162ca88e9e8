"""Search: negamax and MCTS over any game's positions, written once; the compiler specialises them."""
