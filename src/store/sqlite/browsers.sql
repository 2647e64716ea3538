-- Browsers of unknown readers own sessions, too. Only names that begin with a letter are those of known owners.
DROP TRIGGER sessions_weighed;
CREATE TRIGGER sessions_weighed AFTER UPDATE OF holder, bytes ON sessions BEGIN
    INSERT INTO pots VALUES (old.holder, old.owner >= 'a', -old.bytes), (new.holder, new.owner >= 'a', new.bytes)
        ON CONFLICT (holder) DO UPDATE SET bytes = bytes + excluded.bytes;
    DELETE FROM pots WHERE holder IN (old.holder, new.holder) AND bytes <= 0;
END;
