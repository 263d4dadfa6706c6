-- The fragment `f` was stored in the session, or in one of its stretches of work
-- ("<session>#<number>"; '$' is the character behind '#').
(f.session_id = :session OR (f.session_id > :session || '#' AND f.session_id < :session || '$'))
