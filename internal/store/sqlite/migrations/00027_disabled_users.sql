-- +goose Up
ALTER TABLE users ADD COLUMN disabled_at TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE users DROP COLUMN disabled_at;
