-- +goose Up
CREATE TABLE resellers (
	id           text PRIMARY KEY,
	name         text NOT NULL UNIQUE,
	key_hash     text NOT NULL UNIQUE,
	credit_limit bigint NOT NULL,
	balance      bigint NOT NULL DEFAULT 0,
	created_at   text COLLATE "C" NOT NULL,
	disabled_at  text NOT NULL,
	document     text NOT NULL
);
CREATE TABLE reseller_entries (
	number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	reseller   text NOT NULL REFERENCES resellers (id),
	at         text COLLATE "C" NOT NULL,
	amount     bigint NOT NULL,
	deployment text NOT NULL,
	order_id   text NOT NULL,
	reference  text NOT NULL,
	note       text NOT NULL
);
CREATE INDEX reseller_entries_by_time ON reseller_entries (reseller, at, number);
CREATE TABLE reseller_webhooks (
	id         text PRIMARY KEY,
	reseller   text NOT NULL REFERENCES resellers (id),
	deployment text NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	document   text NOT NULL
);
CREATE INDEX reseller_webhooks_by_reseller ON reseller_webhooks (reseller, created_at);
ALTER TABLE orders ADD COLUMN reseller_reference text NOT NULL DEFAULT '';
CREATE INDEX orders_by_reseller_reference ON orders (cart, reseller_reference) WHERE reseller_reference <> '';

-- +goose Down
DROP INDEX orders_by_reseller_reference;
ALTER TABLE orders DROP COLUMN reseller_reference;
DROP TABLE reseller_webhooks;
DROP TABLE reseller_entries;
DROP TABLE resellers;
