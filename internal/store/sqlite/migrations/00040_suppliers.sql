-- +goose Up
ALTER TABLE bookings ADD COLUMN supplier TEXT NOT NULL DEFAULT '';
UPDATE bookings SET supplier = document ->> '$.detail.supplier.id' WHERE document ->> '$.detail.supplier.id' <> '';
CREATE INDEX bookings_by_supplier ON bookings (supplier, day) WHERE supplier <> '';
-- The secret address of a supplier's calendar is of a version, so that a new version ends the former address.
CREATE TABLE supplier_feeds (
	supplier TEXT PRIMARY KEY,
	version  INTEGER NOT NULL
) STRICT;
-- What is done once, such as the list of a day.
CREATE TABLE done_once (
	name    TEXT PRIMARY KEY,
	done_at TEXT NOT NULL
) STRICT;

-- +goose Down
DROP TABLE done_once;
DROP TABLE supplier_feeds;
DROP INDEX bookings_by_supplier;
ALTER TABLE bookings DROP COLUMN supplier;
