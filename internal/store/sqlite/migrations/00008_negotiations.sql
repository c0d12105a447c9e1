-- +goose Up
CREATE TABLE negotiations (
	id         TEXT PRIMARY KEY,
	reference  TEXT NOT NULL,
	deployment TEXT NOT NULL,
	status     TEXT NOT NULL,
	created_at TEXT NOT NULL,
	document   TEXT NOT NULL,
	UNIQUE (deployment, reference)
);
CREATE INDEX negotiations_by_time ON negotiations (deployment, created_at);

-- +goose Down
DROP TABLE negotiations;
