-- +goose Up
CREATE TABLE resellers (
	id           TEXT PRIMARY KEY,
	name         TEXT NOT NULL UNIQUE,
	key_hash     TEXT NOT NULL UNIQUE,
	credit_limit INTEGER NOT NULL,
	balance      INTEGER NOT NULL DEFAULT 0,
	created_at   TEXT NOT NULL,
	disabled_at  TEXT NOT NULL,
	document     TEXT NOT NULL
) STRICT;
CREATE TABLE reseller_entries (
	number     INTEGER PRIMARY KEY AUTOINCREMENT,
	reseller   TEXT NOT NULL REFERENCES resellers (id),
	at         TEXT NOT NULL,
	amount     INTEGER NOT NULL,
	deployment TEXT NOT NULL,
	order_id   TEXT NOT NULL,
	reference  TEXT NOT NULL,
	note       TEXT NOT NULL
) STRICT;
CREATE INDEX reseller_entries_by_time ON reseller_entries (reseller, at, number);
CREATE TABLE reseller_webhooks (
	id         TEXT PRIMARY KEY,
	reseller   TEXT NOT NULL REFERENCES resellers (id),
	deployment TEXT NOT NULL,
	created_at TEXT NOT NULL,
	document   TEXT NOT NULL
) STRICT;
CREATE INDEX reseller_webhooks_by_reseller ON reseller_webhooks (reseller, created_at);
ALTER TABLE orders ADD COLUMN reseller_reference TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_by_reseller_reference ON orders (cart, reseller_reference) WHERE reseller_reference <> '';

-- +goose Down
DROP INDEX orders_by_reseller_reference;
ALTER TABLE orders DROP COLUMN reseller_reference;
DROP TABLE reseller_webhooks;
DROP TABLE reseller_entries;
DROP TABLE resellers;
