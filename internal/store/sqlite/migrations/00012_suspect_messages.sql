-- +goose Up
ALTER TABLE messages ADD COLUMN suspect INTEGER NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE messages DROP COLUMN suspect;
