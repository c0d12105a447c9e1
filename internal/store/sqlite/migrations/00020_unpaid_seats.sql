-- +goose Up
ALTER TABLE orders ADD COLUMN standing TEXT NOT NULL DEFAULT '';
CREATE TABLE unpaid_seats (
	order_id   TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
	holder     TEXT NOT NULL,
	product    TEXT NOT NULL,
	option_id  TEXT NOT NULL,
	day        TEXT NOT NULL,
	start_time TEXT NOT NULL,
	seats      INTEGER NOT NULL,
	first      INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (order_id, holder, product, option_id, day, start_time)
) STRICT;
CREATE INDEX unpaid_seats_by_holder ON unpaid_seats (holder, created_at);
CREATE INDEX unpaid_seats_by_time ON unpaid_seats (created_at);
CREATE INDEX carts_by_time ON carts (updated_at);
CREATE INDEX orders_left ON orders (created_at) WHERE NOT open AND NOT invoiced;

-- +goose Down
DROP INDEX orders_left;
DROP INDEX carts_by_time;
DROP TABLE unpaid_seats;
ALTER TABLE orders DROP COLUMN standing;
