-- +goose Up
-- The words of an order in order_words, one a line, by which they are deleted.
ALTER TABLE orders ADD COLUMN words TEXT NOT NULL DEFAULT '';
UPDATE orders SET words = COALESCE((SELECT group_concat(word, char(10)) FROM order_words WHERE order_id = orders.id), '');
DROP INDEX order_words_by_order;
ALTER TABLE order_words RENAME TO old_order_words;
CREATE TABLE order_words (
	word     TEXT NOT NULL,
	order_id TEXT NOT NULL,
	PRIMARY KEY (word, order_id)
) STRICT, WITHOUT ROWID;
INSERT INTO order_words SELECT word, order_id FROM old_order_words;
DROP TABLE old_order_words;

-- +goose Down
ALTER TABLE order_words RENAME TO old_order_words;
CREATE TABLE order_words (
	word     TEXT NOT NULL,
	order_id TEXT NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
	PRIMARY KEY (word, order_id)
) STRICT, WITHOUT ROWID;
INSERT INTO order_words SELECT word, order_id FROM old_order_words;
DROP TABLE old_order_words;
CREATE INDEX order_words_by_order ON order_words (order_id);
ALTER TABLE orders DROP COLUMN words;
