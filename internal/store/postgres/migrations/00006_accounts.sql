-- +goose Up
CREATE TABLE users (
	id         text PRIMARY KEY,
	deployment text NOT NULL,
	email      text NOT NULL,
	first_name text NOT NULL,
	last_name  text NOT NULL,
	password   text NOT NULL,
	epoch      bigint NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	UNIQUE (deployment, email)
);

CREATE TABLE account_links (
	purpose    text NOT NULL,
	deployment text NOT NULL,
	email      text NOT NULL,
	hash       text NOT NULL,
	sign_up    text NOT NULL,
	expires_at text COLLATE "C" NOT NULL,
	PRIMARY KEY (purpose, deployment, email)
);
CREATE UNIQUE INDEX account_links_by_hash ON account_links (hash) WHERE hash <> '';
CREATE INDEX account_links_by_end ON account_links (expires_at);

CREATE TABLE devices (
	hash       text PRIMARY KEY,
	expires_at text COLLATE "C" NOT NULL
);
CREATE INDEX devices_by_end ON devices (expires_at);

CREATE TABLE sessions (
	token      text PRIMARY KEY,
	data       bytea NOT NULL,
	ended      boolean NOT NULL,
	expires_at text COLLATE "C" NOT NULL
);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE tries (
	key        text PRIMARY KEY,
	count      bigint NOT NULL,
	expires_at text COLLATE "C" NOT NULL
);
CREATE INDEX tries_by_end ON tries (expires_at);

-- +goose Down
DROP TABLE tries;
DROP TABLE sessions;
DROP TABLE devices;
DROP TABLE account_links;
DROP TABLE users;
