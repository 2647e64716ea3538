-- Passages of further rows of a table get no vector, and statements have none.

ALTER TABLE footnote.passages ALTER COLUMN embedded DROP NOT NULL;
CREATE INDEX documents_by_age ON footnote.documents (analysis, modified) WHERE kind = 0;

DO $$
DECLARE
    gone text;
BEGIN
    FOR gone IN SELECT format('footnote.statement_vectors_%s', id) FROM footnote.models LOOP
        EXECUTE 'DROP TABLE IF EXISTS ' || gone;
    END LOOP;
END
$$;
