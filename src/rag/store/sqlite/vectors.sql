CREATE TABLE IF NOT EXISTS model (name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER NOT NULL,
    text INTEGER NOT NULL,
    scale REAL NOT NULL,
    numbers BLOB NOT NULL,
    PRIMARY KEY (id, text)
);
CREATE TABLE IF NOT EXISTS statements (
    id INTEGER NOT NULL,
    text INTEGER NOT NULL,
    vectors BLOB NOT NULL,
    PRIMARY KEY (id, text)
);
