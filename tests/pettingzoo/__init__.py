"""The environments for several learners, by the checks that PettingZoo brings."""
