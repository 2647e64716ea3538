-- What became of questions, and what readers said of answers. Texts are bytes: they may hold any character.

CREATE TABLE footnote.answers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Seconds since 1970, here as below.
    at bigint NOT NULL,
    form text NOT NULL,
    outcome text NOT NULL,
    first_ms bigint,
    whole_ms bigint NOT NULL,
    question bytea
);
CREATE INDEX answers_by_time ON footnote.answers (at);

CREATE TABLE footnote.judgements (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    helps boolean NOT NULL,
    remark bytea,
    question bytea
);
CREATE INDEX judgements_by_time ON footnote.judgements (at);

-- Documents by the hashes of their paths, and when each was cited last.
CREATE TABLE footnote.cited (
    document uuid PRIMARY KEY,
    at bigint NOT NULL
);
CREATE INDEX cited_by_time ON footnote.cited (at);
