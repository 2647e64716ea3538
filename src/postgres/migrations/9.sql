-- Words of names are looked up by no document's key. The column stays for machines that still run the version before.

DROP INDEX footnote.name_words_by_key;
ALTER TABLE footnote.name_words ALTER COLUMN key DROP NOT NULL;
