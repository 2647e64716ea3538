-- Browsers in which readers have signed in, by the hash of the key in their cookie.

CREATE TABLE footnote.browsers (
    hash bytea PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    groups text[] NOT NULL,
    expires bigint NOT NULL,
    used bigint NOT NULL
);
