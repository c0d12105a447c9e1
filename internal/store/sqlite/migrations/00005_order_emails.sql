-- +goose Up
ALTER TABLE orders ADD COLUMN email TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN invoiced INTEGER NOT NULL DEFAULT 0;
UPDATE orders SET
	email    = COALESCE(lower(document ->> '$.buyer.email'), ''),
	invoiced = CASE document ->> '$.payment.status'
		WHEN 'none' THEN 0
		WHEN 'failed' THEN document ->> '$.method' = 'pay_later'
		ELSE 1
	END;
CREATE INDEX orders_by_email ON orders (deployment, email, created_at) WHERE invoiced;
CREATE INDEX orders_by_cart ON orders (cart, created_at) WHERE invoiced;

-- +goose Down
DROP INDEX orders_by_cart;
DROP INDEX orders_by_email;
ALTER TABLE orders DROP COLUMN invoiced;
ALTER TABLE orders DROP COLUMN email;
