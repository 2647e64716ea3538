CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    used INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sessions_by_use ON sessions (used);
CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    role TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_by_session ON messages (session);
CREATE TABLE IF NOT EXISTS attachments (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    passages TEXT NOT NULL,
    PRIMARY KEY (session, name)
);
CREATE TABLE IF NOT EXISTS images (
    place INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (session, name)
);
CREATE TABLE IF NOT EXISTS sizes (
    session TEXT PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    holder INTEGER NOT NULL,
    bytes INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS sizes_by_holder ON sizes (holder, bytes);
