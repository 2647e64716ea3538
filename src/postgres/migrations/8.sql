-- The turn that has replaced a message, which can be restored for a while.

ALTER TABLE footnote.messages ADD COLUMN replaced bytea NOT NULL DEFAULT '';
CREATE INDEX messages_replaced ON footnote.messages (session) WHERE replaced <> '';
