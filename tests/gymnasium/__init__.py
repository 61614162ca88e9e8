"""The environments for one learner, by the checks that Gymnasium brings."""
