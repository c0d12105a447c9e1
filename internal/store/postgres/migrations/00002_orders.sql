-- +goose Up
CREATE TABLE orders (
	id              text PRIMARY KEY,
	reference       text NOT NULL,
	deployment      text NOT NULL,
	cart            text NOT NULL,
	idempotency_key text NOT NULL,
	provider        text NOT NULL,
	session_id      text NOT NULL,
	open            boolean NOT NULL,
	created_at      text COLLATE "C" NOT NULL,
	document        text NOT NULL,
	UNIQUE (cart, idempotency_key),
	UNIQUE (deployment, reference)
);
CREATE INDEX orders_by_session ON orders (session_id, provider) WHERE session_id <> '';
CREATE INDEX orders_by_time ON orders (deployment, created_at);
CREATE INDEX orders_open ON orders (created_at) WHERE open;

CREATE TABLE bookings (
	order_id  text NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
	line      bigint NOT NULL,
	id        text NOT NULL,
	status    text NOT NULL,
	product   text NOT NULL,
	day       text COLLATE "C" NOT NULL,
	starts_at text COLLATE "C" NOT NULL,
	document  text NOT NULL,
	PRIMARY KEY (order_id, line)
);

-- +goose Down
DROP TABLE bookings;
DROP TABLE orders;
