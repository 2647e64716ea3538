-- What proves who somebody is: the secret of the operators' browsers, links for them, and API keys by their hashes.

CREATE TABLE footnote.secret (
    single boolean PRIMARY KEY CHECK (single),
    bits bytea NOT NULL
);

CREATE TABLE footnote.links (
    hash bytea PRIMARY KEY,
    expires bigint NOT NULL
);

CREATE TABLE footnote.keys (
    name text COLLATE "C" PRIMARY KEY,
    groups text[] NOT NULL,
    hash bytea NOT NULL UNIQUE,
    created bigint NOT NULL,
    expires bigint,
    used bigint,
    requests bigint NOT NULL
);
