-- A plain full-text index to compare with.
CREATE VIRTUAL TABLE documents USING fts5 (grp UNINDEXED, id UNINDEXED, content, tokenize = 'unicode61')
