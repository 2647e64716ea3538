CREATE TABLE IF NOT EXISTS answers (
    place INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    form TEXT NOT NULL,
    outcome TEXT NOT NULL,
    first_ms INTEGER,
    whole_ms INTEGER NOT NULL,
    question TEXT
);
CREATE INDEX IF NOT EXISTS answers_by_time ON answers (at);
CREATE TABLE IF NOT EXISTS judgements (
    place INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    helps INTEGER NOT NULL,
    remark TEXT,
    question TEXT
);
CREATE INDEX IF NOT EXISTS judgements_by_time ON judgements (at);
CREATE TABLE IF NOT EXISTS cited (
    document BLOB PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS cited_by_time ON cited (at);
