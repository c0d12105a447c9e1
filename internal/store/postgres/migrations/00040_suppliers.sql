-- +goose Up
ALTER TABLE bookings ADD COLUMN supplier text NOT NULL DEFAULT '';
UPDATE bookings SET supplier = document::jsonb #>> '{detail,supplier,id}' WHERE document::jsonb #>> '{detail,supplier,id}' <> '';
CREATE INDEX bookings_by_supplier ON bookings (supplier, day) WHERE supplier <> '';
-- The secret address of a supplier's calendar is of a version, so that a new version ends the former address.
CREATE TABLE supplier_feeds (
	supplier text PRIMARY KEY,
	version  bigint NOT NULL
);
-- What is done once, such as the list of a day.
CREATE TABLE done_once (
	name    text PRIMARY KEY,
	done_at text COLLATE "C" NOT NULL
);

-- +goose Down
DROP TABLE done_once;
DROP TABLE supplier_feeds;
DROP INDEX bookings_by_supplier;
ALTER TABLE bookings DROP COLUMN supplier;
