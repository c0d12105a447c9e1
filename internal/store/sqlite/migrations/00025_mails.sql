-- +goose Up
CREATE TABLE mails (
	id         TEXT PRIMARY KEY,
	order_id   TEXT NOT NULL,
	created_at TEXT NOT NULL,
	sent_at    TEXT NOT NULL,
	state      TEXT NOT NULL,
	attempts   INTEGER NOT NULL,
	document   TEXT NOT NULL
) STRICT;
CREATE INDEX mails_by_order ON mails (order_id, created_at);

-- +goose Down
DROP TABLE mails;
