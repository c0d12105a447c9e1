// Package sandbox is a small payment provider, so that the shop can run and be tested without an account at a real one.
// It has a payment page, a ledger, signed events, and test cards that are declined, take long or need the bank's
// confirmation. It follows the rules of a real provider but moves no money.
//
// All state is in one SQLite file, which any number of processes of one machine may serve. Refusals are not stored: a
// refused call has changed nothing and may be repeated with the same key.
package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"storefront/internal/shop/payment"
)

// Path is where Handler must be mounted on every host that a ReturnURL has.
const Path = "/sandbox/"

// ErrKeyReused is returned for a key that was used with other parameters.
var ErrKeyReused = errors.New("the idempotency key was used with other parameters")

// Config configures a sandbox. File is required.
type Config struct {
	File string // the path of its database, which is created if it does not exist
	// EventsURL returns the URL that events are posted to. They wait while it is nil or returns "".
	EventsURL func() string
	// Client posts the events; by default with a timeout of 4 seconds.
	Client *http.Client
	Clock  func() time.Time
	Log    *slog.Logger
	// SlowFor is how long the slow test card takes to be authorised, and a refund to fail; 8 seconds by default.
	SlowFor time.Duration
	// LapseAfter is how long an authorisation lasts; 7 days by default, as with most cards.
	LapseAfter time.Duration
}

// Provider is a payment.Provider. Its methods may be called concurrently and from several processes.
type Provider struct {
	config Config
	db     *database
	wake   chan struct{}
}

var _ payment.Provider = (*Provider)(nil)

// Open opens the sandbox's file, and creates it if needed.
func Open(config Config) (*Provider, error) {
	if config.EventsURL == nil {
		config.EventsURL = func() string { return "" }
	}
	if config.Client == nil {
		config.Client = &http.Client{
			Timeout: deliveryTimeout, CheckRedirect: noRedirect, Transport: newTransport(),
		}
	}
	if config.Clock == nil {
		config.Clock = time.Now
	}
	if config.Log == nil {
		config.Log = slog.Default()
	}
	if config.SlowFor == 0 {
		config.SlowFor = 8 * time.Second
	}
	if config.LapseAfter == 0 {
		config.LapseAfter = 7 * 24 * time.Hour
	}
	db, err := openDatabase(config.File)
	if err != nil {
		return nil, fmt.Errorf("open the payment sandbox: %w", err)
	}
	return &Provider{config: config, db: db, wake: make(chan struct{}, 1)}, nil
}

// Close closes the file and idle connections.
func (p *Provider) Close() error {
	p.config.Client.CloseIdleConnections()
	return p.db.Close()
}

// now returns the time with the precision of the database.
func (p *Provider) now() time.Time { return instant(micros(p.config.Clock())) }

// Name is "sandbox".
func (p *Provider) Name() string { return "sandbox" }

// Account returns "sandbox", the only account.
func (p *Provider) Account(context.Context) (string, error) { return "sandbox", nil }

// Start opens a payment page under Path on the host of the request's ReturnURL. Both return URLs must be on one host:
// browsers apply the page's form-action to the redirect after a form, too.
func (p *Provider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	origin, err := validateRequest(r)
	if err != nil {
		return payment.Session{}, fmt.Errorf("start a payment: %w", err)
	}
	now, expires := p.now(), instant(micros(r.ExpiresAt))
	s := &session{
		id: newID(now), key: r.Key, fingerprint: fingerprint(r), order: r.Order, reference: r.Reference,
		currency: r.Currency, total: r.Total, status: payment.Open, expiresAt: expires, dueAt: expires,
	}
	content, err := json.Marshal(pageOf(r))
	if err != nil {
		return payment.Session{}, fmt.Errorf("start a payment: %w", err)
	}
	wantFingerprint := s.fingerprint
	if r.ExpiresAt.After(now) {
		s, err = p.db.startSession(ctx, s, content)
	} else if s, err = p.db.sessionByKey(ctx, r.Key); errors.Is(err, payment.ErrUnknown) {
		err = errors.New("the expiry is in the past")
	}
	if err == nil && s.fingerprint != wantFingerprint {
		err = ErrKeyReused
	}
	if err != nil {
		return payment.Session{}, fmt.Errorf("start a payment: %w", err)
	}
	return payment.Session{ID: s.id, URL: origin + Path + "pay/" + s.id, ExpiresAt: s.expiresAt}, nil
}

// newID returns 128 random bits after the time: with ascending ids the active rows are adjacent in the database's
// indexes.
func newID(now time.Time) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(now.UnixMilli())<<16)[:6]
	b = append(b, make([]byte, 16)...)
	_, _ = rand.Read(b[6:])
	return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// validateRequest validates a request and returns the origin of its payment page.
func validateRequest(r payment.Request) (origin string, err error) {
	returnURL, err := url.Parse(r.ReturnURL)
	if err != nil || (returnURL.Scheme != "http" && returnURL.Scheme != "https") || returnURL.Host == "" {
		return "", errors.New("the return URL is not absolute")
	}
	cancelURL, err := url.Parse(r.CancelURL)
	if err != nil || cancelURL.Scheme != returnURL.Scheme || cancelURL.Host != returnURL.Host {
		return "", errors.New("the return and cancel URLs have different origins")
	}
	if r.Key == "" || r.Currency == "" || r.Total <= 0 || r.Exponent < 0 || r.Exponent > 4 {
		return "", errors.New("the key, the currency or the total is missing")
	}
	var sum int64
	for _, l := range r.Lines {
		sum += l.Amount
	}
	if len(r.Lines) > 0 && sum != r.Total {
		return "", fmt.Errorf("the lines add up to %d and not to the total of %d", sum, r.Total)
	}
	return returnURL.Scheme + "://" + returnURL.Host, nil
}

func fingerprint(r payment.Request) string {
	// A shop may store the request with less precision and without the zone.
	r.ExpiresAt = instant(micros(r.ExpiresAt))
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings, numbers and a time cannot fail
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// State returns the current state of a session. It first applies changes that are due, under the session's lock: a page
// that is being paid at this moment has not ended.
func (p *Provider) State(ctx context.Context, id string) (payment.State, error) {
	s, err := readSession(ctx, p.db, id)
	if err == nil {
		if s.settle(p.now(), p.config.LapseAfter); len(s.entries) > 0 {
			s, err = p.change(ctx, id, noChange)
		}
	}
	if err != nil {
		return payment.State{}, fmt.Errorf("state of a payment: %w", err)
	}
	return s.state(), nil
}

// Capture captures at most the authorised amount, once.
func (p *Provider) Capture(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	return p.applyOnce(ctx, Entry{Session: id, Kind: Captured, Amount: amount, Key: key}, (*session).capture)
}

// Void ends an open session as Failed and an authorised one as Voided. An ended one stays as it is; a processing or
// captured one is refused.
func (p *Provider) Void(ctx context.Context, id string, key string) (payment.State, error) {
	return p.applyOnce(ctx, Entry{Session: id, Kind: Voided, Key: key}, (*session).void)
}

// Refund refunds at most the rest of the captured amount.
func (p *Provider) Refund(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	e := Entry{Session: id, Kind: Refunded, Amount: amount, Key: key}
	return p.applyOnce(ctx, e, func(s *session, e Entry) error { return s.refund(e, p.config.SlowFor) })
}

// applyOnce applies a change once for a key. For a repeated key it returns the session's current state.
func (p *Provider) applyOnce(ctx context.Context, e Entry, change func(*session, Entry) error) (payment.State, error) {
	if e.Key == "" {
		return payment.State{}, errors.New("change a payment: the key is missing")
	}
	s, err := p.change(ctx, e.Session, func(tx *sql.Tx, s *session) error {
		var before Entry
		err := tx.QueryRowContext(ctx, selectEntry, e.Kind, e.Key).Scan(&before.Session, &before.Amount)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return change(s, e)
		case err != nil:
			return err
		case before.Session != e.Session, e.Kind != Voided && before.Amount != e.Amount:
			return ErrKeyReused
		}
		return nil
	})
	if err != nil {
		return payment.State{}, fmt.Errorf("payment to be %s: %w", e.Kind, err)
	}
	return s.state(), nil
}

// change applies changes that are due and then another one, in one transaction. An error leaves everything as it was.
func (p *Provider) change(ctx context.Context, id string, apply func(*sql.Tx, *session) error) (*session, error) {
	var s *session
	err := p.db.inTransaction(ctx, func(tx *sql.Tx) (err error) {
		if s, err = readSession(ctx, tx, id); err != nil {
			return err
		}
		s.settle(p.now(), p.config.LapseAfter)
		if err := apply(tx, s); err != nil {
			return err
		}
		return saveSession(ctx, tx, s)
	})
	if err == nil && len(s.entries) > 0 {
		select {
		case p.wake <- struct{}{}: // wakes Run
		default:
		}
	}
	return s, err
}

// noChange is for calls of change that only apply what is due.
func noChange(*sql.Tx, *session) error { return nil }
