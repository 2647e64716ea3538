//! One JSON value per line: encoding, and decoding across any cut of the bytes.
