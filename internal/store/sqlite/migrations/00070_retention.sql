-- +goose Up
-- Which personal data of an order was removed: 'notes', 'buyer' or none.
ALTER TABLE orders ADD COLUMN removed TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_to_remove_from ON orders (removed, created_at, id) WHERE removed <> 'buyer' AND NOT open;
CREATE INDEX messages_by_age ON messages (created_at);
ALTER TABLE negotiations ADD COLUMN changed_at TEXT NOT NULL DEFAULT '';
UPDATE negotiations SET changed_at = COALESCE(NULLIF(document ->> '$.answeredAt', ''), created_at);
CREATE INDEX negotiations_by_age ON negotiations (changed_at);

-- +goose Down
DROP INDEX negotiations_by_age;
ALTER TABLE negotiations DROP COLUMN changed_at;
DROP INDEX messages_by_age;
DROP INDEX orders_to_remove_from;
ALTER TABLE orders DROP COLUMN removed;
