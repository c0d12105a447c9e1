-- +goose Up
-- The words of an order in order_words, one a line, by which they are deleted.
ALTER TABLE orders ADD COLUMN words text COLLATE "C" NOT NULL DEFAULT '';
UPDATE orders SET words = w.words
	FROM (SELECT order_id, string_agg(word, chr(10)) AS words FROM order_words GROUP BY order_id) w WHERE w.order_id = orders.id;
DROP INDEX order_words_by_order;
ALTER TABLE order_words DROP CONSTRAINT order_words_order_id_fkey;

-- +goose Down
ALTER TABLE order_words ADD CONSTRAINT order_words_order_id_fkey
	FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE;
CREATE INDEX order_words_by_order ON order_words (order_id);
ALTER TABLE orders DROP COLUMN words;
