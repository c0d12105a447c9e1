-- +goose Up
CREATE TABLE users (
	id         TEXT PRIMARY KEY,
	deployment TEXT NOT NULL,
	email      TEXT NOT NULL,
	first_name TEXT NOT NULL,
	last_name  TEXT NOT NULL,
	password   TEXT NOT NULL,
	epoch      INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	UNIQUE (deployment, email)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_links (
	purpose    TEXT NOT NULL,
	deployment TEXT NOT NULL,
	email      TEXT NOT NULL,
	hash       TEXT NOT NULL,
	sign_up    TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	PRIMARY KEY (purpose, deployment, email)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX account_links_by_hash ON account_links (hash) WHERE hash <> '';
CREATE INDEX account_links_by_end ON account_links (expires_at);

CREATE TABLE devices (
	hash       TEXT PRIMARY KEY,
	expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_end ON devices (expires_at);

CREATE TABLE sessions (
	token      TEXT PRIMARY KEY,
	data       BLOB NOT NULL,
	ended      INTEGER NOT NULL,
	expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE tries (
	key        TEXT PRIMARY KEY,
	count      INTEGER NOT NULL,
	expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tries_by_end ON tries (expires_at);

-- +goose Down
DROP TABLE tries;
DROP TABLE sessions;
DROP TABLE devices;
DROP TABLE account_links;
DROP TABLE users;
