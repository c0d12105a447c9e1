-- Instants are microseconds since 1970 in UTC; amounts are minor units.
CREATE TABLE IF NOT EXISTS sandbox_sessions (
    id            TEXT    PRIMARY KEY,
    start_key     TEXT    NOT NULL UNIQUE,
    fingerprint   TEXT    NOT NULL, -- of the request, so that a key used for another request is noticed
    order_id      TEXT    NOT NULL,
    reference     TEXT    NOT NULL,
    currency      TEXT    NOT NULL,
    total         BIGINT  NOT NULL CHECK (total > 0),
    status        TEXT    NOT NULL,
    authorised    BIGINT  NOT NULL CHECK (authorised IN (0, total)),
    captured      BIGINT  NOT NULL CHECK (captured BETWEEN 0 AND authorised),
    refunded      BIGINT  NOT NULL CHECK (refunded BETWEEN 0 AND captured),
    declined      BOOLEAN NOT NULL,
    challenged    BOOLEAN NOT NULL, -- the visitor's bank has to approve and has not answered
    card          TEXT    NOT NULL, -- the last four digits
    changes       BIGINT  NOT NULL,
    expires_at    BIGINT  NOT NULL,
    due_at        BIGINT  NOT NULL, -- when the clock alone changes it; 0 for never
    page          TEXT    NOT NULL, -- JSON: what the payment page shows
    refund_failed BIGINT  NOT NULL DEFAULT 0 -- returned by refunds that failed later
);
CREATE INDEX IF NOT EXISTS sandbox_sessions_due ON sandbox_sessions (due_at) WHERE due_at > 0;

-- Every change of a session. One row is its line in the ledger and, until the shop has accepted it, its event.
CREATE TABLE IF NOT EXISTS sandbox_journal (
    session  TEXT   NOT NULL REFERENCES sandbox_sessions (id),
    number   BIGINT NOT NULL,
    kind     TEXT   NOT NULL,
    amount   BIGINT NOT NULL CHECK (amount >= 0),
    key      TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    next_at  BIGINT NOT NULL, -- when to deliver the event, or to deliver it again; 0 once it is delivered
    PRIMARY KEY (session, number),
    UNIQUE (kind, key)
);
CREATE INDEX IF NOT EXISTS sandbox_journal_next ON sandbox_journal (next_at) WHERE next_at > 0;

-- What signs events and the forms of payment pages.
CREATE TABLE IF NOT EXISTS sandbox_secret (
    id     BIGINT PRIMARY KEY CHECK (id = 1),
    secret TEXT   NOT NULL
);
