-- The addresses of which a harvest is using the answers, while what came of them is not recorded yet. After an interruption they say which documents
-- of the library the harvest has brought itself.
CREATE TABLE wanted_round (
    url       TEXT    PRIMARY KEY,
    requested INTEGER NOT NULL             -- 1: by the round; 0: the library had the answer
);
