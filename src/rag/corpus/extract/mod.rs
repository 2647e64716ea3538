//! Files into documents: the extractor of each format, and the choice among them.
