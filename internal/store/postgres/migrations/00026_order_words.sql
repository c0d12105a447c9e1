-- +goose Up
CREATE TABLE order_words (
	word     text COLLATE "C" NOT NULL,
	order_id text NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
	PRIMARY KEY (word, order_id)
);
CREATE INDEX order_words_by_order ON order_words (order_id);
CREATE INDEX bookings_by_product ON bookings (product, day);
-- Of older orders: the reference, each name as one word, the address, the number as typed, and the products.
-- A typed NUL is an escape in the document, which jsonb rejects: such orders get fewer words.
INSERT INTO order_words (word, order_id)
	SELECT lower(reference), id FROM orders
	UNION SELECT email, id FROM orders WHERE email <> ''
	UNION SELECT product, order_id FROM bookings
	UNION SELECT word, id FROM (
		SELECT id, lower(unnest(ARRAY[
			d #>> '{buyer,firstName}', d #>> '{buyer,lastName}', d #>> '{guest,name}',
			ltrim(replace(d #>> '{buyer,phone}', ' ', ''), '+0')
		])) AS word
		FROM (SELECT id, CASE WHEN strpos(document, '\u0000') = 0 THEN document::jsonb END AS d FROM orders) AS known
	) AS words WHERE word <> ''
ON CONFLICT DO NOTHING;

-- +goose Down
DROP INDEX bookings_by_product;
DROP TABLE order_words;
