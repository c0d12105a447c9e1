-- +goose Up
CREATE TABLE negotiations (
	id         text PRIMARY KEY,
	reference  text NOT NULL,
	deployment text NOT NULL,
	status     text NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	document   text NOT NULL,
	UNIQUE (deployment, reference)
);
CREATE INDEX negotiations_by_time ON negotiations (deployment, created_at);

-- +goose Down
DROP TABLE negotiations;
