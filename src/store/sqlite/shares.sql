-- The links by which others read conversations.
CREATE TABLE shares (
    token TEXT PRIMARY KEY,
    session TEXT NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE
) WITHOUT ROWID;
