-- +goose Up
CREATE TABLE slots (
	product    text NOT NULL,
	option_id  text NOT NULL,
	day        text COLLATE "C" NOT NULL,
	start_time text NOT NULL,
	taken      bigint NOT NULL CHECK (taken >= 0),
	PRIMARY KEY (product, option_id, day, start_time)
);

-- +goose Down
DROP TABLE slots;
