-- +goose Up
ALTER TABLE slots ADD COLUMN state TEXT NOT NULL DEFAULT '';
ALTER TABLE slots ADD COLUMN seat_limit INTEGER NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN runs INTEGER NOT NULL DEFAULT 0;
CREATE TABLE departure_changes (
	id         TEXT PRIMARY KEY,
	product    TEXT NOT NULL,
	option_id  TEXT NOT NULL,
	day        TEXT NOT NULL,
	start_time TEXT NOT NULL,
	at         TEXT NOT NULL,
	document   TEXT NOT NULL
) STRICT;
CREATE INDEX departure_changes_by_slot ON departure_changes (product, option_id, day, start_time, at);

-- +goose Down
DROP TABLE departure_changes;
ALTER TABLE slots DROP COLUMN runs;
ALTER TABLE slots DROP COLUMN seat_limit;
ALTER TABLE slots DROP COLUMN state;
