-- The bytes stored by each owner, and by each client without one; and the bytes of blobs.

CREATE TABLE footnote.pots (
    holder bigint PRIMARY KEY,
    -- True for an owner.
    known boolean NOT NULL,
    bytes bigint NOT NULL
);

-- Rows are locked in the order of their holders, to avoid deadlocks.
CREATE FUNCTION footnote.weigh_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO footnote.pots AS pot
            SELECT holder, bool_or(owner <> ''), sum(more)::bigint FROM (
                SELECT holder, owner, -bytes AS more FROM former UNION ALL SELECT holder, owner, bytes FROM latter) AS changes
            GROUP BY holder HAVING sum(more) <> 0 ORDER BY holder
            ON CONFLICT (holder) DO UPDATE SET bytes = pot.bytes + excluded.bytes;
    ELSE
        INSERT INTO footnote.pots AS pot
            SELECT holder, bool_or(owner <> ''), -sum(bytes)::bigint FROM former
            GROUP BY holder HAVING sum(bytes) <> 0 ORDER BY holder
            ON CONFLICT (holder) DO UPDATE SET bytes = pot.bytes + excluded.bytes;
    END IF;
    DELETE FROM footnote.pots WHERE bytes <= 0 AND holder IN (SELECT holder FROM former);
    RETURN NULL;
END
$$;

-- Sessions are inserted with 0 bytes and updated later in the same transaction, so that no trigger on INSERT is needed.
CREATE TRIGGER sessions_weighed AFTER UPDATE ON footnote.sessions
    REFERENCING OLD TABLE AS former NEW TABLE AS latter
    FOR EACH STATEMENT EXECUTE FUNCTION footnote.weigh_sessions();
CREATE TRIGGER sessions_removed AFTER DELETE ON footnote.sessions
    REFERENCING OLD TABLE AS former
    FOR EACH STATEMENT EXECUTE FUNCTION footnote.weigh_sessions();
INSERT INTO footnote.pots
    SELECT holder, bool_or(owner <> ''), sum(bytes)::bigint FROM footnote.sessions
    GROUP BY holder HAVING sum(bytes) > 0;

-- The bytes of the blobs of each store: of those that are shown, and of those that are set aside.
CREATE TABLE footnote.blob_bytes (
    space text COLLATE "C" PRIMARY KEY,
    shown bigint NOT NULL,
    aside bigint NOT NULL
);

-- 's': shown, 'a': set aside, NULL: hidden, or without a name.
CREATE FUNCTION footnote.blob_kind(name text) RETURNS "char" LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN name ~ '^\.removed/[0-9]+/' THEN CASE WHEN name !~ '^\.removed/[0-9]+/(.*/)?\.' THEN 'a' END
        WHEN name !~ '(^|/)\.' THEN 's'
    END::"char"
$$;

CREATE FUNCTION footnote.weigh_blobs() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER blobs_weighed AFTER INSERT OR DELETE OR UPDATE OF name, size ON footnote.blobs
    FOR EACH ROW EXECUTE FUNCTION footnote.weigh_blobs();
INSERT INTO footnote.blob_bytes
    SELECT space, coalesce(sum(size) FILTER (WHERE footnote.blob_kind(name) = 's'), 0)::bigint,
        coalesce(sum(size) FILTER (WHERE footnote.blob_kind(name) = 'a'), 0)::bigint
    FROM footnote.blobs WHERE name IS NOT NULL GROUP BY space;
