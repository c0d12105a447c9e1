-- +goose Up
CREATE TABLE messages (
	id         TEXT PRIMARY KEY,
	deployment TEXT NOT NULL,
	created_at TEXT NOT NULL,
	document   TEXT NOT NULL
);
CREATE INDEX messages_by_time ON messages (deployment, created_at);

-- +goose Down
DROP TABLE messages;
