-- +goose Up
CREATE TABLE carts (
	id         TEXT PRIMARY KEY,
	deployment TEXT NOT NULL,
	document   TEXT NOT NULL,
	updated_at TEXT NOT NULL
) STRICT;

-- +goose Down
DROP TABLE carts;
