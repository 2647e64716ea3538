-- The turn that has replaced a message, which can be restored for a while.
ALTER TABLE messages ADD COLUMN replaced TEXT NOT NULL DEFAULT '';
