-- +goose Up
ALTER TABLE slots ADD COLUMN state text NOT NULL DEFAULT '';
ALTER TABLE slots ADD COLUMN seat_limit bigint NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN runs bigint NOT NULL DEFAULT 0;
CREATE TABLE departure_changes (
	id         text PRIMARY KEY,
	product    text NOT NULL,
	option_id  text NOT NULL,
	day        text COLLATE "C" NOT NULL,
	start_time text NOT NULL,
	at         text COLLATE "C" NOT NULL,
	document   text NOT NULL
);
CREATE INDEX departure_changes_by_slot ON departure_changes (product, option_id, day, start_time, at);

-- +goose Down
DROP TABLE departure_changes;
ALTER TABLE slots DROP COLUMN runs;
ALTER TABLE slots DROP COLUMN seat_limit;
ALTER TABLE slots DROP COLUMN state;
