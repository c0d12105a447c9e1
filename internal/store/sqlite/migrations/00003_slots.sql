-- +goose Up
CREATE TABLE slots (
	product    TEXT NOT NULL,
	option_id  TEXT NOT NULL,
	day        TEXT NOT NULL,
	start_time TEXT NOT NULL,
	taken      INTEGER NOT NULL CHECK (taken >= 0),
	PRIMARY KEY (product, option_id, day, start_time)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE slots;
