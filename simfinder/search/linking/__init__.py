"""Which method looks where; result: Links."""
