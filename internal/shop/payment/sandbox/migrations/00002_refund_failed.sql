-- +goose Up
ALTER TABLE sandbox_sessions ADD COLUMN refund_failed BIGINT NOT NULL DEFAULT 0; -- what came back of refunds that failed later

-- +goose Down
ALTER TABLE sandbox_sessions DROP COLUMN refund_failed;
