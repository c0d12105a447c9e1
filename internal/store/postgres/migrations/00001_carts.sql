-- +goose Up
CREATE TABLE carts (
	id         text PRIMARY KEY,
	deployment text NOT NULL,
	document   text NOT NULL,
	updated_at text COLLATE "C" NOT NULL
);

-- +goose Down
DROP TABLE carts;
