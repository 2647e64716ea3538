-- Conversations, and blobs such as uploaded documents. What others have written is kept as bytes, or as JSON: it may
-- hold a NUL, which no text of PostgreSQL can.

CREATE TABLE footnote.secrets (
    name text PRIMARY KEY,
    secret text NOT NULL
);
-- It makes numbers of owners and clients, the same on all machines, that reveal nothing about them.
INSERT INTO footnote.secrets VALUES ('holders', gen_random_uuid()::text || gen_random_uuid()::text);

CREATE TABLE footnote.sessions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    owner bytea NOT NULL,
    used timestamptz NOT NULL,
    -- In whose share it counts.
    holder bigint NOT NULL,
    bytes bigint NOT NULL
);
CREATE INDEX sessions_by_use ON footnote.sessions (used);
-- An owner may be longer than what other indexes hold. Those without one are found by their ids only.
CREATE INDEX sessions_by_owner ON footnote.sessions USING hash (owner) WHERE owner <> '';
CREATE INDEX sessions_by_holder ON footnote.sessions (holder) INCLUDE (bytes);

CREATE TABLE footnote.messages (
    session bigint NOT NULL REFERENCES footnote.sessions ON DELETE CASCADE,
    place bigint GENERATED ALWAYS AS IDENTITY,
    role text NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (session, place)
);

CREATE TABLE footnote.attachments (
    session bigint NOT NULL REFERENCES footnote.sessions ON DELETE CASCADE,
    name bytea NOT NULL,
    -- As JSON.
    passages text NOT NULL
);
CREATE INDEX attachments_by_session ON footnote.attachments (session);

CREATE TABLE footnote.images (
    session bigint NOT NULL REFERENCES footnote.sessions ON DELETE CASCADE,
    place bigint GENERATED ALWAYS AS IDENTITY,
    name bytea NOT NULL,
    type bytea NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (session, place)
);
-- Compressed they are already.
ALTER TABLE footnote.images ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE footnote.blobs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The store that it is of.
    space text COLLATE "C" NOT NULL,
    -- NULL before it is finished, and once its name is another's or nobody's.
    name text COLLATE "C",
    size bigint,
    modified timestamptz,
    changed timestamptz,
    -- When it goes if it has no name: who is reading it still reads it to the end.
    remove_at timestamptz,
    CHECK ((name IS NULL) = (remove_at IS NOT NULL))
);
CREATE UNIQUE INDEX blobs_by_name ON footnote.blobs (space, name) WHERE name IS NOT NULL;
CREATE INDEX blobs_to_remove ON footnote.blobs (remove_at) WHERE remove_at IS NOT NULL;

CREATE TABLE footnote.blob_chunks (
    blob bigint NOT NULL REFERENCES footnote.blobs ON DELETE CASCADE,
    number int NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (blob, number)
);
-- Most documents are compressed already.
ALTER TABLE footnote.blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
