-- +goose Up
CREATE INDEX bookings_by_day ON bookings (day, product);
CREATE INDEX orders_by_buyer ON orders (email, created_at);
CREATE INDEX orders_by_age ON orders (created_at);

-- +goose Down
DROP INDEX orders_by_age;
DROP INDEX orders_by_buyer;
DROP INDEX bookings_by_day;
