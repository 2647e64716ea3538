-- The bytes stored by each owner, and by each client without one; their numbers are hashes keyed with a secret.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO secrets VALUES ('holders', lower(hex(randomblob(32))));
CREATE TABLE pots (
    holder INTEGER PRIMARY KEY,
    known INTEGER NOT NULL,
    bytes INTEGER NOT NULL
);
-- Sessions are inserted with 0 bytes and updated later in the same transaction, so that no trigger on INSERT is needed.
ALTER TABLE sessions ADD COLUMN holder INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
CREATE INDEX sessions_by_holder ON sessions (holder);
CREATE TRIGGER sessions_weighed AFTER UPDATE OF holder, bytes ON sessions BEGIN
    INSERT INTO pots VALUES (old.holder, old.owner <> '', -old.bytes), (new.holder, new.owner <> '', new.bytes)
        ON CONFLICT (holder) DO UPDATE SET bytes = bytes + excluded.bytes;
    DELETE FROM pots WHERE holder IN (old.holder, new.holder) AND bytes <= 0;
END;
CREATE TRIGGER sessions_removed AFTER DELETE ON sessions BEGIN
    UPDATE pots SET bytes = bytes - old.bytes WHERE holder = old.holder;
    DELETE FROM pots WHERE holder = old.holder AND bytes <= 0;
END;
