-- +goose Up
CREATE TABLE orders (
	id              TEXT PRIMARY KEY,
	reference       TEXT NOT NULL,
	deployment      TEXT NOT NULL,
	cart            TEXT NOT NULL,
	idempotency_key TEXT NOT NULL,
	provider        TEXT NOT NULL,
	session_id      TEXT NOT NULL,
	open            INTEGER NOT NULL,
	created_at      TEXT NOT NULL,
	document        TEXT NOT NULL,
	UNIQUE (cart, idempotency_key),
	UNIQUE (deployment, reference)
) STRICT;
CREATE INDEX orders_by_session ON orders (session_id, provider) WHERE session_id <> '';
CREATE INDEX orders_by_time ON orders (deployment, created_at);
CREATE INDEX orders_open ON orders (created_at) WHERE open;

CREATE TABLE bookings (
	order_id  TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
	line      INTEGER NOT NULL,
	id        TEXT NOT NULL,
	status    TEXT NOT NULL,
	product   TEXT NOT NULL,
	day       TEXT NOT NULL,
	starts_at TEXT NOT NULL,
	document  TEXT NOT NULL,
	PRIMARY KEY (order_id, line)
) STRICT;

-- +goose Down
DROP TABLE bookings;
DROP TABLE orders;
