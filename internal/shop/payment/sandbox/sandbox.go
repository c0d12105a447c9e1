// Package sandbox is a payment provider in miniature, so that the shop can be run, shown and drilled without an account
// anywhere: it has a payment page of its own, a ledger, test cards that decline, stall or ask the bank, and signed
// events. It keeps the rules of a real provider; only the money is missing.
//
// All state is in one SQLite file, which any number of processes of one machine may serve. Refusals are not stored: a
// call that was refused has changed nothing and may be made again with the same key.
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

// Path is where Handler has to be mounted on every host that a ReturnURL names.
const Path = "/sandbox/"

// ErrKeyReused is returned for a key that came before with other parameters.
var ErrKeyReused = errors.New("the idempotency key was used for something else")

// Config configures a sandbox. File is required.
type Config struct {
	File string // the path of its database, which is created if it does not exist
	// EventsURL returns where events are posted. While it is nil or returns nothing, they wait.
	EventsURL func() string
	// Client posts the events; by default one that gives up after 4 seconds.
	Client *http.Client
	Clock  func() time.Time
	Log    *slog.Logger
	// SlowFor is how long the slow test card takes to pay, and a refund to fail; 8 seconds by default.
	SlowFor time.Duration
	// LapseAfter is how long an authorisation lasts; 7 days by default, as with most cards.
	LapseAfter time.Duration
}

// Provider is a payment.Provider. Its methods may be called in parallel and from several processes.
type Provider struct {
	config Config
	db     *database
	nudge  chan struct{}
}

var _ payment.Provider = (*Provider)(nil)

// Open opens the sandbox's file, and creates it if it does not exist.
func Open(config Config) (*Provider, error) {
	if config.EventsURL == nil {
		config.EventsURL = func() string { return "" }
	}
	if config.Client == nil {
		config.Client = &http.Client{Timeout: deliveryTimeout, CheckRedirect: noRedirect}
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
	return &Provider{config: config, db: db, nudge: make(chan struct{}, 1)}, nil
}

// Close closes the file.
func (p *Provider) Close() error { return p.db.Close() }

// now is as exact as what is stored.
func (p *Provider) now() time.Time { return instant(micros(p.config.Clock())) }

// Name is "sandbox".
func (p *Provider) Name() string { return "sandbox" }

// Account is "sandbox": there is one.
func (p *Provider) Account(context.Context) (string, error) { return "sandbox", nil }

// Start opens a payment page under Path on the host of the request's ReturnURL. Both ways back have to be on one host:
// browsers hold the redirect after a form to the page's form-action.
func (p *Provider) Start(ctx context.Context, r payment.Request) (payment.Session, error) {
	origin, err := check(r)
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
	print := s.fingerprint
	if r.ExpiresAt.After(now) {
		s, err = p.db.start(ctx, s, content)
	} else if s, err = p.db.started(ctx, r.Key); errors.Is(err, payment.ErrUnknown) {
		err = errors.New("it would have expired already")
	}
	if err == nil && s.fingerprint != print {
		err = ErrKeyReused
	}
	if err != nil {
		return payment.Session{}, fmt.Errorf("start a payment: %w", err)
	}
	return payment.Session{ID: s.id, URL: origin + Path + "pay/" + s.id, ExpiresAt: s.expiresAt}, nil
}

// newID is 128 random bits after the time: ids that grow keep what is busy together in the database's indexes.
func newID(now time.Time) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(now.UnixMilli())<<16)[:6]
	b = append(b, make([]byte, 16)...)
	_, _ = rand.Read(b[6:])
	return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// check answers the origin that the payment page will have.
func check(r payment.Request) (origin string, err error) {
	back, err := url.Parse(r.ReturnURL)
	if err != nil || (back.Scheme != "http" && back.Scheme != "https") || back.Host == "" {
		return "", errors.New("the return URL is not absolute")
	}
	cancel, err := url.Parse(r.CancelURL)
	if err != nil || cancel.Scheme != back.Scheme || cancel.Host != back.Host {
		return "", errors.New("the return and cancel URLs are not of one origin")
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
	return back.Scheme + "://" + back.Host, nil
}

func fingerprint(r payment.Request) string {
	// A shop that keeps the request may have lost what is finer, and the zone.
	r.ExpiresAt = instant(micros(r.ExpiresAt))
	b, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings, numbers and a time
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// State returns the present state of a session. Changes that are due are stored first, under the session's lock: a page
// that is being paid at this moment has not ended.
func (p *Provider) State(ctx context.Context, id string) (payment.State, error) {
	s, err := read(ctx, p.db, id)
	if err == nil {
		if s.settle(p.now(), p.config.LapseAfter); len(s.entries) > 0 {
			s, err = p.change(ctx, id, nothing)
		}
	}
	if err != nil {
		return payment.State{}, fmt.Errorf("state of a payment: %w", err)
	}
	return s.state(), nil
}

// Capture takes at most what was authorised, once.
func (p *Provider) Capture(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	return p.keyed(ctx, Entry{Session: id, Kind: Captured, Amount: amount, Key: key}, (*session).capture)
}

// Void ends an open session as Failed and an authorised one as Voided. One that has ended already stays as it is; one
// that is processing or captured is refused.
func (p *Provider) Void(ctx context.Context, id string, key string) (payment.State, error) {
	return p.keyed(ctx, Entry{Session: id, Kind: Voided, Key: key}, (*session).void)
}

// Refund gives back at most what is left of what was captured.
func (p *Provider) Refund(ctx context.Context, id string, amount int64, key string) (payment.State, error) {
	return p.keyed(ctx, Entry{Session: id, Kind: Refunded, Amount: amount, Key: key}, func(s *session, e Entry) error {
		return s.refund(e, p.config.SlowFor)
	})
}

// keyed makes one change for one key. The answer to a repeated key is how the session stands now.
func (p *Provider) keyed(ctx context.Context, e Entry, change func(*session, Entry) error) (payment.State, error) {
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

// change stores what is due of a session and then applies a change, in one transaction; an error leaves everything as
// it was.
func (p *Provider) change(ctx context.Context, id string, apply func(*sql.Tx, *session) error) (*session, error) {
	var s *session
	err := p.db.within(ctx, func(tx *sql.Tx) (err error) {
		if s, err = read(ctx, tx, id); err != nil {
			return err
		}
		s.settle(p.now(), p.config.LapseAfter)
		if err := apply(tx, s); err != nil {
			return err
		}
		return save(ctx, tx, s)
	})
	if err == nil && len(s.entries) > 0 {
		select {
		case p.nudge <- struct{}{}: // wakes Run
		default:
		}
	}
	return s, err
}

// nothing is a change that only stores what is due.
func nothing(*sql.Tx, *session) error { return nil }
