-- +goose Up
CREATE TABLE promo_codes (
	deployment    TEXT NOT NULL,
	code          TEXT NOT NULL,
	percent       INTEGER NOT NULL,
	amount        INTEGER NOT NULL,
	currency      TEXT NOT NULL,
	starts_at     TEXT NOT NULL,
	ends_at       TEXT NOT NULL,
	minimum       INTEGER NOT NULL,
	max_uses      INTEGER NOT NULL,
	max_per_buyer INTEGER NOT NULL,
	scope         TEXT NOT NULL,
	uses          INTEGER NOT NULL CHECK (uses >= 0),
	disabled      INTEGER NOT NULL,
	created_at    TEXT NOT NULL,
	PRIMARY KEY (deployment, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE promo_buyers (
	deployment TEXT NOT NULL,
	code       TEXT NOT NULL,
	email      TEXT NOT NULL,
	uses       INTEGER NOT NULL CHECK (uses >= 0),
	PRIMARY KEY (deployment, code, email)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE promo_buyers;
DROP TABLE promo_codes;
