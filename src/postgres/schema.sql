-- All that machines share. The statements can be repeated, and bring the schemas of numbers 9 to 12 forward.

-- Postings, counts and vectors that were searched here.
DROP TABLE IF EXISTS footnote.acls, footnote.counts, footnote.name_words, footnote.segments, footnote.removed,
    footnote.postings;
DROP SEQUENCE IF EXISTS footnote.passage_ids, footnote.segment_ids;
DO $$
DECLARE
    gone record;
BEGIN
    FOR gone IN SELECT tablename FROM pg_tables WHERE schemaname = 'footnote' AND tablename ~ '^vectors_[0-9]+$' LOOP
        EXECUTE format('DROP TABLE footnote.%I', gone.tablename);
    END LOOP;
END
$$;

-- The documents of each analysis: a program with another analysis sees others.
CREATE TABLE IF NOT EXISTS footnote.catalogs (
    analysis int PRIMARY KEY,
    -- The number of commits.
    version bigint NOT NULL DEFAULT 0
);
ALTER TABLE footnote.catalogs
    ADD COLUMN IF NOT EXISTS id uuid NOT NULL DEFAULT gen_random_uuid(),
    -- Changes are complete for machines that have this commit.
    ADD COLUMN IF NOT EXISTS complete_from bigint NOT NULL DEFAULT 0;

CREATE TABLE IF NOT EXISTS footnote.documents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    analysis int NOT NULL,
    path text COLLATE "C" NOT NULL,
    path_hash uuid NOT NULL,
    -- The record as JSON.
    record text NOT NULL
);
ALTER TABLE footnote.documents
    DROP COLUMN IF EXISTS acl, DROP COLUMN IF EXISTS kind, DROP COLUMN IF EXISTS key, DROP COLUMN IF EXISTS folder,
    DROP COLUMN IF EXISTS name_key, DROP COLUMN IF EXISTS title, DROP COLUMN IF EXISTS letters,
    DROP COLUMN IF EXISTS size, DROP COLUMN IF EXISTS modified, DROP COLUMN IF EXISTS pages;
CREATE UNIQUE INDEX IF NOT EXISTS documents_by_path ON footnote.documents (analysis, path_hash);
-- Paths may be longer than what an index holds.
CREATE INDEX IF NOT EXISTS documents_in_order ON footnote.documents (analysis, left(path, 500), path_hash);

CREATE TABLE IF NOT EXISTS footnote.passages (
    document bigint NOT NULL,
    ordinal int NOT NULL,
    -- The passage as JSON.
    passage text NOT NULL
);
ALTER TABLE footnote.passages
    DROP COLUMN IF EXISTS id, DROP COLUMN IF EXISTS page, DROP COLUMN IF EXISTS acl, DROP COLUMN IF EXISTS key,
    DROP COLUMN IF EXISTS language, DROP COLUMN IF EXISTS category, DROP COLUMN IF EXISTS embedded;
CREATE UNIQUE INDEX IF NOT EXISTS passages_by_place ON footnote.passages (document, ordinal);

-- The last commit that changed or removed the document at a path.
CREATE TABLE IF NOT EXISTS footnote.changes (
    analysis int NOT NULL,
    path_hash uuid NOT NULL,
    path text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (analysis, path_hash)
);
CREATE INDEX IF NOT EXISTS changes_in_order ON footnote.changes (analysis, version);
INSERT INTO footnote.changes (analysis, path_hash, path, version)
    SELECT d.analysis, d.path_hash, d.path, c.version FROM footnote.documents d JOIN footnote.catalogs c USING (analysis)
    ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS footnote.models (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    mark text NOT NULL UNIQUE
);
ALTER TABLE footnote.models DROP COLUMN IF EXISTS dimensions;

-- What each model has made of texts, one byte for each number.
CREATE TABLE IF NOT EXISTS footnote.vectors (
    number bigint GENERATED ALWAYS AS IDENTITY,
    model int NOT NULL,
    -- The text, hashed.
    key uuid NOT NULL,
    scale real NOT NULL,
    numbers bytea NOT NULL,
    PRIMARY KEY (model, key)
);
CREATE INDEX IF NOT EXISTS vectors_in_order ON footnote.vectors (model, number);

-- The files to be read, which several machines read side by side: a row that is locked is claimed.
CREATE TABLE IF NOT EXISTS footnote.queue (
    -- In the order in which they are to be read.
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    analysis int NOT NULL,
    path_hash uuid NOT NULL,
    -- As JSON.
    file text NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS queue_by_path ON footnote.queue (analysis, path_hash);

-- What proves who somebody is: the secret of the operators' browsers, links for them, API keys by their hashes, and
-- browsers in which readers have signed in, by the hash of the key in their cookie.
CREATE TABLE IF NOT EXISTS footnote.secret (
    single boolean PRIMARY KEY CHECK (single),
    bits bytea NOT NULL
);

CREATE TABLE IF NOT EXISTS footnote.links (
    hash bytea PRIMARY KEY,
    expires bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS footnote.keys (
    name text COLLATE "C" PRIMARY KEY,
    groups text[] NOT NULL,
    hash bytea NOT NULL UNIQUE,
    created bigint NOT NULL,
    expires bigint,
    used bigint,
    requests bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS footnote.browsers (
    hash bytea PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    groups text[] NOT NULL,
    expires bigint NOT NULL,
    used bigint NOT NULL
);

-- It makes numbers of owners and clients, the same on all machines, that reveal nothing about them.
CREATE TABLE IF NOT EXISTS footnote.secrets (
    name text PRIMARY KEY,
    secret text NOT NULL
);
INSERT INTO footnote.secrets VALUES ('holders', gen_random_uuid()::text || gen_random_uuid()::text)
    ON CONFLICT DO NOTHING;

-- Conversations. What others have written is kept as bytes, or as JSON: it may hold a NUL, which no text of PostgreSQL
-- can. Messages keep the turn that they are of, and more of it than its words.
CREATE TABLE IF NOT EXISTS footnote.sessions (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id bytea NOT NULL UNIQUE,
    owner bytea NOT NULL,
    used timestamptz NOT NULL,
    -- In whose share it counts.
    holder bigint NOT NULL,
    bytes bigint NOT NULL,
    name bytea NOT NULL DEFAULT '',
    pinned boolean NOT NULL DEFAULT false,
    version bigint NOT NULL DEFAULT 0,
    -- When it was hidden; after a while it goes.
    discarded timestamptz
);
CREATE INDEX IF NOT EXISTS sessions_by_use ON footnote.sessions (used);
-- An owner may be longer than what other indexes hold. Those without one are found by their ids only.
CREATE INDEX IF NOT EXISTS sessions_by_owner ON footnote.sessions USING hash (owner) WHERE owner <> '';
CREATE INDEX IF NOT EXISTS sessions_by_holder ON footnote.sessions (holder) INCLUDE (bytes);
CREATE INDEX IF NOT EXISTS sessions_discarded ON footnote.sessions (discarded) WHERE discarded IS NOT NULL;

CREATE TABLE IF NOT EXISTS footnote.messages (
    session bigint NOT NULL REFERENCES footnote.sessions ON DELETE CASCADE,
    place bigint GENERATED ALWAYS AS IDENTITY,
    role text NOT NULL,
    content bytea NOT NULL,
    turn bytea NOT NULL DEFAULT '',
    -- As JSON, which may hold a NUL.
    detail bytea NOT NULL DEFAULT '',
    -- The turn that has replaced the message, which can be restored for a while.
    replaced bytea NOT NULL DEFAULT '',
    PRIMARY KEY (session, place)
);
CREATE INDEX IF NOT EXISTS messages_replaced ON footnote.messages (session) WHERE replaced <> '';

CREATE TABLE IF NOT EXISTS footnote.attachments (
    session bigint NOT NULL REFERENCES footnote.sessions ON DELETE CASCADE,
    name bytea NOT NULL,
    -- As JSON.
    passages text NOT NULL
);
CREATE INDEX IF NOT EXISTS attachments_by_session ON footnote.attachments (session);

CREATE TABLE IF NOT EXISTS footnote.images (
    session bigint NOT NULL REFERENCES footnote.sessions ON DELETE CASCADE,
    place bigint GENERATED ALWAYS AS IDENTITY,
    name bytea NOT NULL,
    type bytea NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (session, place)
);
-- Compressed they are already.
ALTER TABLE footnote.images ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The links by which others read conversations.
CREATE TABLE IF NOT EXISTS footnote.shares (
    token text PRIMARY KEY,
    session bigint NOT NULL UNIQUE REFERENCES footnote.sessions ON DELETE CASCADE
);

-- Blobs such as uploaded documents.
CREATE TABLE IF NOT EXISTS footnote.blobs (
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
CREATE UNIQUE INDEX IF NOT EXISTS blobs_by_name ON footnote.blobs (space, name) WHERE name IS NOT NULL;
CREATE INDEX IF NOT EXISTS blobs_to_remove ON footnote.blobs (remove_at) WHERE remove_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS footnote.blob_chunks (
    blob bigint NOT NULL REFERENCES footnote.blobs ON DELETE CASCADE,
    number int NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (blob, number)
);
-- Most documents are compressed already.
ALTER TABLE footnote.blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What became of questions, and what readers said of answers. Texts are bytes: they may hold any character.
CREATE TABLE IF NOT EXISTS footnote.answers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Seconds since 1970, here as below.
    at bigint NOT NULL,
    form text NOT NULL,
    outcome text NOT NULL,
    first_ms bigint,
    whole_ms bigint NOT NULL,
    question bytea
);
CREATE INDEX IF NOT EXISTS answers_by_time ON footnote.answers (at);

CREATE TABLE IF NOT EXISTS footnote.judgements (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    helps boolean NOT NULL,
    remark bytea,
    question bytea
);
CREATE INDEX IF NOT EXISTS judgements_by_time ON footnote.judgements (at);

-- Documents by the hashes of their paths, and when each was cited last.
CREATE TABLE IF NOT EXISTS footnote.cited (
    document uuid PRIMARY KEY,
    at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS cited_by_time ON footnote.cited (at);

-- The bytes stored by each known owner, whose names begin with a letter, and by each client of unknown readers; and the
-- bytes of blobs.
CREATE TABLE IF NOT EXISTS footnote.pots (
    holder bigint PRIMARY KEY,
    -- True for a known owner.
    known boolean NOT NULL,
    bytes bigint NOT NULL
);

-- Rows are locked in the order of their holders, to avoid deadlocks.
CREATE OR REPLACE FUNCTION footnote.weigh_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO footnote.pots AS pot
            SELECT holder, bool_or(owner >= 'a'), sum(more)::bigint FROM (
                SELECT holder, owner, -bytes AS more FROM former UNION ALL SELECT holder, owner, bytes FROM latter) AS changes
            GROUP BY holder HAVING sum(more) <> 0 ORDER BY holder
            ON CONFLICT (holder) DO UPDATE SET bytes = pot.bytes + excluded.bytes;
    ELSE
        INSERT INTO footnote.pots AS pot
            SELECT holder, bool_or(owner >= 'a'), -sum(bytes)::bigint FROM former
            GROUP BY holder HAVING sum(bytes) <> 0 ORDER BY holder
            ON CONFLICT (holder) DO UPDATE SET bytes = pot.bytes + excluded.bytes;
    END IF;
    DELETE FROM footnote.pots WHERE bytes <= 0 AND holder IN (SELECT holder FROM former);
    RETURN NULL;
END
$$;

-- Sessions are inserted with 0 bytes and updated later in the same transaction, so that no trigger on INSERT is needed.
CREATE OR REPLACE TRIGGER sessions_weighed AFTER UPDATE ON footnote.sessions
    REFERENCING OLD TABLE AS former NEW TABLE AS latter
    FOR EACH STATEMENT EXECUTE FUNCTION footnote.weigh_sessions();
CREATE OR REPLACE TRIGGER sessions_removed AFTER DELETE ON footnote.sessions
    REFERENCING OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION footnote.weigh_sessions();

-- The bytes of the blobs of each store: of those that are shown, and of those that are set aside.
CREATE TABLE IF NOT EXISTS footnote.blob_bytes (
    space text COLLATE "C" PRIMARY KEY,
    shown bigint NOT NULL,
    aside bigint NOT NULL
);

-- 's': shown, 'a': set aside, NULL: hidden, or without a name.
CREATE OR REPLACE FUNCTION footnote.blob_kind(name text) RETURNS "char" LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN name ~ '^\.removed/[0-9]+/' THEN CASE WHEN name !~ '^\.removed/[0-9]+/(.*/)?\.' THEN 'a' END
        WHEN name !~ '(^|/)\.' THEN 's'
    END::"char"
$$;

CREATE OR REPLACE FUNCTION footnote.weigh_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    more_shown bigint := 0;
    more_aside bigint := 0;
    one_space text;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        one_space := OLD.space;
        more_shown := -CASE WHEN footnote.blob_kind(OLD.name) = 's' THEN OLD.size ELSE 0 END;
        more_aside := -CASE WHEN footnote.blob_kind(OLD.name) = 'a' THEN OLD.size ELSE 0 END;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        one_space := NEW.space;
        more_shown := more_shown + CASE WHEN footnote.blob_kind(NEW.name) = 's' THEN NEW.size ELSE 0 END;
        more_aside := more_aside + CASE WHEN footnote.blob_kind(NEW.name) = 'a' THEN NEW.size ELSE 0 END;
    END IF;
    IF more_shown <> 0 OR more_aside <> 0 THEN
        INSERT INTO footnote.blob_bytes AS kept VALUES (one_space, more_shown, more_aside)
            ON CONFLICT (space) DO UPDATE
            SET shown = kept.shown + excluded.shown, aside = kept.aside + excluded.aside;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER blobs_weighed AFTER INSERT OR DELETE OR UPDATE OF name, size ON footnote.blobs
    FOR EACH ROW EXECUTE FUNCTION footnote.weigh_blobs();
