//! Documents into passages of about 500 to 800 characters, cut at sentence ends.
