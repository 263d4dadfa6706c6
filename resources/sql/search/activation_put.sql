UPDATE fragments SET ema_activation = ?2, ema_last_updated = ifnull(?3, ema_last_updated) WHERE seq = ?1;
