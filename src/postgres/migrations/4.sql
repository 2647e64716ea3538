-- Conversations of the page: sessions with a name, whose messages keep the turn that they are of, and more of it than
-- its words.

ALTER TABLE footnote.sessions
    ADD COLUMN name bytea NOT NULL DEFAULT '',
    ADD COLUMN pinned boolean NOT NULL DEFAULT false,
    ADD COLUMN version bigint NOT NULL DEFAULT 0,
    -- When it was hidden; after a while it goes.
    ADD COLUMN discarded timestamptz;
CREATE INDEX sessions_discarded ON footnote.sessions (discarded) WHERE discarded IS NOT NULL;

ALTER TABLE footnote.messages
    ADD COLUMN turn bytea NOT NULL DEFAULT '',
    -- As JSON, which may hold a NUL.
    ADD COLUMN detail bytea NOT NULL DEFAULT '';
