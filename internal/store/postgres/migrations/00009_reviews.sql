-- +goose Up
CREATE TABLE reviews (
	id         text PRIMARY KEY,
	deployment text NOT NULL,
	product    text NOT NULL,
	user_id    text NOT NULL,
	status     text NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	document   text NOT NULL,
	UNIQUE (deployment, product, user_id)
);
CREATE INDEX reviews_by_time ON reviews (deployment, status, created_at);
CREATE INDEX reviews_by_product ON reviews (deployment, product, status, created_at);

-- +goose Down
DROP TABLE reviews;
