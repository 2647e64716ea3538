-- The folders' documents. All rows of one analysis hang on its ACLs: a program with another analysis sees others.

CREATE TABLE footnote.catalogs (
    analysis int PRIMARY KEY,
    version bigint NOT NULL DEFAULT 0
);

CREATE TABLE footnote.acls (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    analysis int NOT NULL,
    -- As JSON.
    acl text NOT NULL
);
CREATE UNIQUE INDEX acls_by_content ON footnote.acls (analysis, md5(acl));

CREATE TABLE footnote.documents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    analysis int NOT NULL,
    acl int NOT NULL,
    -- 0: can be found, 1: failed, 2: an image without text.
    kind smallint NOT NULL,
    path text COLLATE "C" NOT NULL,
    path_hash uuid NOT NULL,
    -- The number of the document in rankings.
    key bigint NOT NULL,
    -- The first part of the path, if it lies in a folder.
    folder text COLLATE "C",
    -- Sorts as people expect names.
    name_key bytea NOT NULL,
    title text COLLATE "C" NOT NULL,
    -- Path and title in small letters.
    letters text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    modified bigint NOT NULL,
    pages int NOT NULL,
    -- The record as JSON.
    record text NOT NULL
);
CREATE UNIQUE INDEX documents_by_path ON footnote.documents (analysis, path_hash);
-- Paths may be longer than what an index holds.
CREATE INDEX documents_in_order ON footnote.documents (analysis, left(path, 500), path_hash);
CREATE INDEX documents_by_name ON footnote.documents (analysis, kind, substring(name_key, 1, 1000));
CREATE INDEX documents_by_title ON footnote.documents (left(title, 300)) WHERE title <> '';
CREATE INDEX documents_by_folder ON footnote.documents (analysis, folder) WHERE kind = 0 AND folder IS NOT NULL;

-- The numbers of files by ACL and kind, as changes: their sums count.
CREATE TABLE footnote.counts (
    acl int NOT NULL,
    kind smallint NOT NULL,
    files bigint NOT NULL
);
CREATE INDEX counts_by_acl ON footnote.counts (acl);

-- The words of the documents' names: "n" the stems by which questions name those that can be found,
-- "w" the words in small letters of all.
CREATE TABLE footnote.name_words (
    kind "char" NOT NULL,
    acl int NOT NULL,
    word text COLLATE "C" NOT NULL,
    document bigint NOT NULL,
    key bigint NOT NULL
);
CREATE INDEX name_words_by_word ON footnote.name_words (kind, word, acl);
CREATE INDEX name_words_by_document ON footnote.name_words (document);
CREATE INDEX name_words_by_key ON footnote.name_words (key, kind);

CREATE TABLE footnote.passages (
    id bigint PRIMARY KEY,
    document bigint NOT NULL,
    ordinal int NOT NULL,
    -- 0 for formats without pages.
    page int NOT NULL,
    acl int NOT NULL,
    key bigint NOT NULL,
    language smallint NOT NULL,
    category text,
    -- What is embedded of it, hashed.
    embedded uuid NOT NULL,
    -- The passage as JSON.
    passage text NOT NULL
);
CREATE SEQUENCE footnote.passage_ids;
CREATE UNIQUE INDEX passages_by_place ON footnote.passages (document, ordinal);
CREATE INDEX passages_by_embedded ON footnote.passages (embedded);
CREATE INDEX passages_by_acl ON footnote.passages (acl, category) INCLUDE (embedded, document, ordinal);

-- What each segment counts of the passages of one ACL and language; of those that are gone, less than nothing.
CREATE TABLE footnote.segments (
    id int NOT NULL,
    acl int NOT NULL,
    language smallint NOT NULL,
    passages bigint NOT NULL,
    -- Terms of each field.
    text bigint NOT NULL,
    words bigint NOT NULL,
    hints bigint NOT NULL
);
CREATE SEQUENCE footnote.segment_ids AS int;
CREATE INDEX segments_by_acl ON footnote.segments (acl);

-- The embedding models; the vectors of each, where the database has pgvector, are in tables of its number.
CREATE TABLE footnote.models (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    mark text NOT NULL UNIQUE,
    -- Once there is a vector.
    dimensions int
);

-- Passages that were removed, but that the lists of their segment still name.
CREATE TABLE footnote.removed (
    passage bigint PRIMARY KEY
);

-- The passages that have a term, segment by segment, in the order of their ids.
CREATE TABLE footnote.postings (
    field "char" NOT NULL,
    term text COLLATE "C" NOT NULL,
    acl int NOT NULL,
    segment int NOT NULL,
    -- The number of passages; of those that are gone, less than nothing.
    frequency int NOT NULL,
    -- Of each passage: the difference to the id before it, the number of times that it has the term, and the length of
    -- its field; see postings.rs.
    passages bytea NOT NULL
);
ALTER TABLE footnote.postings ALTER COLUMN passages SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX postings_by_term ON footnote.postings (field, term, acl, segment) INCLUDE (frequency);
CREATE INDEX postings_by_segment ON footnote.postings (segment);
