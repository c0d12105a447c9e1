-- +goose Up
CREATE TABLE waiting (
	id         text PRIMARY KEY,
	deployment text NOT NULL,
	email      text NOT NULL,
	product    text NOT NULL,
	option_id  text NOT NULL,
	day        text COLLATE "C" NOT NULL,
	start_time text NOT NULL,
	state      text NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	ended_at   text COLLATE "C" NOT NULL,
	document   text NOT NULL
);
CREATE INDEX waiting_by_slot ON waiting (product, option_id, day, start_time, created_at, id);
CREATE INDEX waiting_by_email ON waiting (deployment, email);
CREATE INDEX waiting_by_end ON waiting (ended_at);

-- +goose Down
DROP TABLE waiting;
