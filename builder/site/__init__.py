"""From the dataset to the values that every file of a site is made from: records, listings, answers, manifest."""
