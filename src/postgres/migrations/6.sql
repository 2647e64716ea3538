-- The links by which others read conversations.

CREATE TABLE footnote.shares (
    token text PRIMARY KEY,
    session bigint NOT NULL UNIQUE REFERENCES footnote.sessions ON DELETE CASCADE
);
