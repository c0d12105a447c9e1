-- +goose Up
ALTER TABLE orders ADD COLUMN email text NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN invoiced boolean NOT NULL DEFAULT false;
-- A typed NUL is an escape in the document, which jsonb rejects: such orders stay unchanged.
UPDATE orders SET
	email    = COALESCE(lower(d #>> '{buyer,email}'), ''),
	invoiced = CASE d #>> '{payment,status}'
		WHEN 'none' THEN false
		WHEN 'failed' THEN d ->> 'method' = 'pay_later'
		ELSE true
	END
	FROM (SELECT id, CASE WHEN strpos(document, '\u0000') = 0 THEN document::jsonb END AS d FROM orders) AS known
	WHERE known.id = orders.id AND d IS NOT NULL;
CREATE INDEX orders_by_email ON orders (deployment, email, created_at) WHERE invoiced;
CREATE INDEX orders_by_cart ON orders (cart, created_at) WHERE invoiced;

-- +goose Down
DROP INDEX orders_by_cart;
DROP INDEX orders_by_email;
ALTER TABLE orders DROP COLUMN invoiced;
ALTER TABLE orders DROP COLUMN email;
