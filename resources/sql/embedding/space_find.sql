SELECT id, provider, model, dimension, version FROM embedding_spaces
WHERE provider = :provider AND model = :model AND (:dimension = 0 OR dimension = :dimension) AND version = :version
ORDER BY id DESC LIMIT 1;
