-- +goose Up
ALTER TABLE messages ADD COLUMN suspect boolean NOT NULL DEFAULT false;

-- +goose Down
ALTER TABLE messages DROP COLUMN suspect;
