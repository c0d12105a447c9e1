-- +goose Up
CREATE TABLE messages (
	id         text PRIMARY KEY,
	deployment text NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	document   text NOT NULL
);
CREATE INDEX messages_by_time ON messages (deployment, created_at);

-- +goose Down
DROP TABLE messages;
