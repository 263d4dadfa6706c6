SELECT avg(t.sufficient) FROM tool_feedback t WHERE :any_key OR t.key_id IS :own_key;
