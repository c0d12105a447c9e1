-- +goose Up
-- Orders of an address are found by orders_by_buyer, orders of a cart by its idempotency keys.
DROP INDEX orders_by_email;
DROP INDEX orders_by_cart;

-- +goose Down
CREATE INDEX orders_by_cart ON orders (cart, created_at) WHERE invoiced;
CREATE INDEX orders_by_email ON orders (deployment, email, created_at) WHERE invoiced;
