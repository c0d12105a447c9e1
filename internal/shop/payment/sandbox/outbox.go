package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	deliveryTimeout = 10 * time.Second
	// lease outlasts a delivery, and ends soon enough that a killed process delays an event by less than half a minute.
	lease      = 15 * time.Second
	deliverers = 16
	// pollEvery finds what other processes left, and what only the clock made due.
	pollEvery = 500 * time.Millisecond
	// mostAttempts are three days of them.
	mostAttempts = 3 * 24 * 60
)

// backoff is how long to wait after so many attempts; the last value repeats.
var backoff = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute}

const (
	claimEvents = `UPDATE sandbox_journal SET next_at = $1, attempts = attempts + 1 WHERE (session, number) IN
		(SELECT session, number FROM sandbox_journal WHERE next_at > 0 AND next_at <= $2 ORDER BY next_at LIMIT $3 %s)
		RETURNING session, number, kind, at, attempts`
	scheduleEvent = `UPDATE sandbox_journal SET next_at = $1 WHERE session = $2 AND number = $3`
)

// Run lets time do its work on sessions and delivers events until ctx ends, then finishes what is under way. Any number
// of processes may run it on one database.
func (p *Provider) Run(ctx context.Context) {
	out := &deliveries{slots: make(chan struct{}, deliverers)}
	defer out.Wait()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for ctx.Err() == nil {
		more, err := p.round(ctx, out)
		if err != nil && ctx.Err() == nil {
			p.config.Log.WarnContext(ctx, "payment sandbox: events wait", "error", err)
		}
		if more && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-p.nudge:
		case <-poll.C:
		}
	}
}

// deliveries are the events that are under way.
type deliveries struct {
	sync.WaitGroup
	slots   chan struct{}
	starved atomic.Bool // more events may be due than there was room for
}

// round stores what is due and delivers events; more is true if others may be waiting.
func (p *Provider) round(ctx context.Context, out *deliveries) (more bool, err error) {
	due, err := p.settleDue(ctx)
	if err != nil {
		return false, err
	}
	target := p.config.EventsURL()
	room := cap(out.slots) - len(out.slots)
	out.starved.Store(room == 0)
	if target == "" || room == 0 {
		return due, nil
	}
	entries, attempts, err := p.claim(ctx, room)
	if err != nil {
		return false, err
	}
	out.starved.Store(len(entries) == room)
	for i, e := range entries {
		out.slots <- struct{}{}
		out.Go(func() {
			p.deliver(ctx, target, e, attempts[i])
			<-out.slots
			if len(out.slots) <= deliverers/2 && out.starved.CompareAndSwap(true, false) {
				p.wake()
			}
		})
	}
	return due, nil
}

// settleDue stores the changes that are due. more is true if there may be more of them.
func (p *Provider) settleDue(ctx context.Context) (more bool, err error) {
	ids, err := p.db.due(ctx, p.now())
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		if _, err := p.change(ctx, id, func(*transaction, *session) error { return nil }); err != nil {
			return false, fmt.Errorf("settle a payment: %w", err)
		}
	}
	return len(ids) > 0, nil
}

func (d *database) due(ctx context.Context, now time.Time) (ids []string, err error) {
	rows, err := d.statements[selectDue].QueryContext(ctx, micros(now))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// claim takes due events for the length of a lease, so that no other process delivers them meanwhile.
func (p *Provider) claim(ctx context.Context, most int) (entries []Entry, attempts []int, err error) {
	now := p.now()
	rows, err := p.db.statements[claimEvents].QueryContext(ctx, micros(now.Add(lease)), micros(now), most)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		var at int64
		var attempt int
		if err := rows.Scan(&e.Session, &e.Number, &e.Kind, &at, &attempt); err != nil {
			return nil, nil, err
		}
		e.At = instant(at)
		entries, attempts = append(entries, e), append(attempts, attempt)
	}
	return entries, attempts, rows.Err()
}

func (p *Provider) deliver(ctx context.Context, target string, e Entry, attempt int) {
	log := p.config.Log.With("session", e.Session, "number", e.Number, "attempt", attempt)
	failure := p.post(ctx, target, e)
	var next time.Time
	switch {
	case failure == nil:
	case ctx.Err() != nil:
		next = p.now()
	case attempt >= mostAttempts:
		log.ErrorContext(ctx, "payment sandbox: event given up", "error", failure)
	default:
		log.WarnContext(ctx, "payment sandbox: event not taken", "error", failure)
		next = p.now().Add(backoff[min(attempt, len(backoff))-1])
	}
	// What came of it is written down even while the program ends; the lease would only delay it.
	write, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if _, err := p.db.statements[scheduleEvent].ExecContext(write, micros(next), e.Session, e.Number); err != nil {
		log.WarnContext(ctx, "payment sandbox: event will come again", "error", err)
	}
}

func (p *Provider) post(ctx context.Context, target string, e Entry) error {
	body, err := json.Marshal(event{
		ID: fmt.Sprintf("evt_%s_%d", e.Session, e.Number), Type: "session." + string(e.Kind), Session: e.Session,
		CreatedAt: e.At,
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, deliveryTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(SignatureHeader, p.Signature(body, p.now()))
	answer, err := p.config.Client.Do(request)
	if err != nil {
		return err
	}
	// Read to the end, or the connection cannot be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	_ = answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the receiver answered %s", answer.Status)
	}
	return nil
}

// noRedirect keeps a signed event from being sent on to another place.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Undelivered counts the events that the shop has not taken yet.
func (p *Provider) Undelivered(ctx context.Context) (n int, err error) {
	err = p.db.pool.QueryRowContext(ctx, `SELECT count(*) FROM sandbox_journal WHERE next_at > 0`).Scan(&n)
	return n, err
}
