-- +goose Up
CREATE TABLE promo_codes (
	deployment    text NOT NULL,
	code          text NOT NULL,
	percent       bigint NOT NULL,
	amount        bigint NOT NULL,
	currency      text NOT NULL,
	starts_at     text COLLATE "C" NOT NULL,
	ends_at       text COLLATE "C" NOT NULL,
	minimum       bigint NOT NULL,
	max_uses      bigint NOT NULL,
	max_per_buyer bigint NOT NULL,
	scope         text NOT NULL,
	uses          bigint NOT NULL CHECK (uses >= 0),
	disabled      boolean NOT NULL,
	created_at    text COLLATE "C" NOT NULL,
	PRIMARY KEY (deployment, code)
);

CREATE TABLE promo_buyers (
	deployment text NOT NULL,
	code       text NOT NULL,
	email      text NOT NULL,
	uses       bigint NOT NULL CHECK (uses >= 0),
	PRIMARY KEY (deployment, code, email)
);

-- +goose Down
DROP TABLE promo_buyers;
DROP TABLE promo_codes;
