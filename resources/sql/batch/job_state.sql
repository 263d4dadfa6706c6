SELECT id, state, accepted, processed, failed FROM batch_jobs WHERE id = :id AND (:any_key OR key_id = :own_key);
