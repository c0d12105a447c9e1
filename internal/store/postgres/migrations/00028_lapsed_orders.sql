-- +goose Up
-- The payment is the first part of an order's document that has this text: quotes in visitors' texts are escaped.
UPDATE orders SET standing = 'lapsed'
	WHERE standing = '' AND NOT open AND invoiced AND document LIKE '%"payment":{"status":"failed"%';
CREATE INDEX orders_lapsed ON orders (created_at) WHERE NOT open AND invoiced AND standing = 'lapsed';

-- +goose Down
DROP INDEX orders_lapsed;
