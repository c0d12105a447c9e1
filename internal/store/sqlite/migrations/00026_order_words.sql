-- +goose Up
CREATE TABLE order_words (
	word     TEXT NOT NULL,
	order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
	PRIMARY KEY (word, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_words_by_order ON order_words (order_id);
CREATE INDEX bookings_by_product ON bookings (product, day);
-- Of older orders: the reference, each name as one word, the address, the number as typed, and the products.
INSERT OR IGNORE INTO order_words (word, order_id)
	SELECT lower(reference), id FROM orders
	UNION SELECT email, id FROM orders WHERE email <> ''
	UNION SELECT lower(document ->> '$.buyer.firstName'), id FROM orders WHERE document ->> '$.buyer.firstName' <> ''
	UNION SELECT lower(document ->> '$.buyer.lastName'), id FROM orders WHERE document ->> '$.buyer.lastName' <> ''
	UNION SELECT lower(document ->> '$.guest.name'), id FROM orders WHERE document ->> '$.guest.name' <> ''
	UNION SELECT ltrim(replace(document ->> '$.buyer.phone', ' ', ''), '+0'), id FROM orders WHERE document ->> '$.buyer.phone' <> ''
	UNION SELECT product, order_id FROM bookings;

-- +goose Down
DROP INDEX bookings_by_product;
DROP TABLE order_words;
