-- +goose Up
CREATE TABLE waiting (
	id         TEXT PRIMARY KEY,
	deployment TEXT NOT NULL,
	email      TEXT NOT NULL,
	product    TEXT NOT NULL,
	option_id  TEXT NOT NULL,
	day        TEXT NOT NULL,
	start_time TEXT NOT NULL,
	state      TEXT NOT NULL,
	created_at TEXT NOT NULL,
	ended_at   TEXT NOT NULL,
	document   TEXT NOT NULL
) STRICT;
CREATE INDEX waiting_by_slot ON waiting (product, option_id, day, start_time, created_at, id);
CREATE INDEX waiting_by_email ON waiting (deployment, email);
CREATE INDEX waiting_by_end ON waiting (ended_at);

-- +goose Down
DROP TABLE waiting;
