-- +goose Up
-- What signs events and the forms of payment pages.
CREATE TABLE sandbox_secret (
    id     BIGINT PRIMARY KEY CHECK (id = 1),
    secret TEXT   NOT NULL
);

-- +goose Down
DROP TABLE sandbox_secret;
