-- +goose Up
-- No query uses these indexes of River's, which each new job and each change of its state had to update.
DROP INDEX IF EXISTS river_job_args_index;
DROP INDEX IF EXISTS river_job_metadata_index;
-- Orders of an address are found by orders_by_buyer, orders of a cart by its idempotency keys.
DROP INDEX orders_by_email;
DROP INDEX orders_by_cart;

-- +goose Down
CREATE INDEX orders_by_cart ON orders (cart, created_at) WHERE invoiced;
CREATE INDEX orders_by_email ON orders (deployment, email, created_at) WHERE invoiced;
CREATE INDEX river_job_metadata_index ON river_job USING gin (metadata);
CREATE INDEX river_job_args_index ON river_job USING gin (args);
