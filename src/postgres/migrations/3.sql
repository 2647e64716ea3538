-- The files to be read, which several machines read side by side: a row that is locked is claimed.

CREATE TABLE footnote.queue (
    -- In the order in which they are to be read.
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    analysis int NOT NULL,
    path_hash uuid NOT NULL,
    -- As JSON.
    file text NOT NULL
);
CREATE UNIQUE INDEX queue_by_path ON footnote.queue (analysis, path_hash);
