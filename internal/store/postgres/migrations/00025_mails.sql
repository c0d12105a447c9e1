-- +goose Up
CREATE TABLE mails (
	id         text PRIMARY KEY,
	order_id   text NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	sent_at    text NOT NULL,
	state      text NOT NULL,
	attempts   integer NOT NULL,
	document   text NOT NULL
);
CREATE INDEX mails_by_order ON mails (order_id, created_at);

-- +goose Down
DROP TABLE mails;
