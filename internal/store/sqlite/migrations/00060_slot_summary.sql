-- +goose Up
-- Calendars read the summaries of a month of slots joined into one text. A stored column needs a new table.
CREATE TABLE summed_slots (
	product    TEXT NOT NULL,
	option_id  TEXT NOT NULL,
	day        TEXT NOT NULL,
	start_time TEXT NOT NULL,
	taken      INTEGER NOT NULL CHECK (taken >= 0),
	state      TEXT NOT NULL DEFAULT '',
	seat_limit INTEGER NOT NULL DEFAULT 0,
	runs       INTEGER NOT NULL DEFAULT 0,
	summary    TEXT GENERATED ALWAYS AS (
		CASE WHEN state <> '' OR seat_limit > 0 OR runs > 0
			THEN day || ' ' || start_time || ' ' || taken || ' ' || state || ' ' || seat_limit || ' ' || runs
			WHEN taken > 0 THEN day || ' ' || start_time || ' ' || taken
		END) STORED,
	PRIMARY KEY (product, option_id, day, start_time)
) STRICT, WITHOUT ROWID;
INSERT INTO summed_slots (product, option_id, day, start_time, taken, state, seat_limit, runs)
	SELECT product, option_id, day, start_time, taken, state, seat_limit, runs FROM slots;
DROP TABLE slots;
ALTER TABLE summed_slots RENAME TO slots;
CREATE INDEX slots_by_day ON slots (day);

-- +goose Down
ALTER TABLE slots DROP COLUMN summary;
