-- +goose Up
CREATE TABLE reviews (
	id         TEXT PRIMARY KEY,
	deployment TEXT NOT NULL,
	product    TEXT NOT NULL,
	user_id    TEXT NOT NULL,
	status     TEXT NOT NULL,
	created_at TEXT NOT NULL,
	document   TEXT NOT NULL,
	UNIQUE (deployment, product, user_id)
);
CREATE INDEX reviews_by_time ON reviews (deployment, status, created_at);
CREATE INDEX reviews_by_product ON reviews (deployment, product, status, created_at);

-- +goose Down
DROP TABLE reviews;
