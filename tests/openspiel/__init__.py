"""The games in OpenSpiel, by OpenSpiel's own API test, and playthroughs as text. `update` writes them again."""
