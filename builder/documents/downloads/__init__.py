"""All records as files to download, the holidays as calendars, and the changes of the dataset as a feed."""
