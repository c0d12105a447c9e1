package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"storefront/internal/shop/payment/signature"
)

const (
	// deliveryTimeout ends a delivery before its event is due again, so that no other process delivers it meanwhile.
	deliveryTimeout = 4 * time.Second
	// pollEvery is the interval at which Run looks for events of other processes and for changes that became due.
	pollEvery = 500 * time.Millisecond
)

// claimEvents returns events that are due. Unless delivered, each is due again after 5 seconds, then 10, and so on up
// to a minute.
const claimEvents = `UPDATE sandbox_journal SET attempts = attempts + 1, next_at = $1 + min(attempts + 1, 12) * 5000000
	WHERE (session, number) IN (SELECT session, number FROM sandbox_journal
		WHERE next_at > 0 AND next_at <= $1 ORDER BY next_at LIMIT $2)
	RETURNING session, number, kind, at`

// maxDeliveries bounds the number of events that are delivered at a time.
const maxDeliveries = 16

const eventDelivered = `UPDATE sandbox_journal SET next_at = 0 WHERE session = $1 AND number = $2`

// Run applies changes that are due and delivers events until ctx ends. Any number of processes of one machine may run
// it on one file.
func (p *Provider) Run(ctx context.Context) {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for ctx.Err() == nil {
		more, err := p.runOnce(ctx)
		if err != nil && ctx.Err() == nil {
			p.config.Log.WarnContext(ctx, "payment sandbox: events wait", "error", err)
		}
		if more && err == nil {
			continue
		}
		select {
		case <-ctx.Done():
		case <-p.wake:
		case <-poll.C:
		}
	}
}

// runOnce applies changes that are due and delivers some events. more is true if others may be waiting.
func (p *Provider) runOnce(ctx context.Context) (more bool, err error) {
	more, err = p.settleDue(ctx)
	target := p.config.EventsURL()
	if err != nil || target == "" {
		return more, err
	}
	events, err := p.claim(ctx)
	var group sync.WaitGroup
	for _, e := range events {
		group.Go(func() { p.deliver(ctx, target, e) })
	}
	group.Wait()
	return more || len(events) > 0, err
}

// settleDue applies changes that are due. more is true if there may be more of them.
func (p *Provider) settleDue(ctx context.Context) (more bool, err error) {
	ids, err := p.db.queryColumn(ctx, selectDue, micros(p.now()))
	for _, id := range ids {
		if _, err := p.change(ctx, id, noChange); err != nil {
			return false, fmt.Errorf("settle a payment: %w", err)
		}
	}
	return len(ids) > 0, err
}

func (p *Provider) claim(ctx context.Context) (events []Entry, err error) {
	rows, err := p.db.QueryContext(ctx, claimEvents, micros(p.now()), maxDeliveries)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		var at int64
		if err := rows.Scan(&e.Session, &e.Number, &e.Kind, &at); err != nil {
			return nil, err
		}
		e.At = instant(at)
		events = append(events, e)
	}
	return events, rows.Err()
}

func (p *Provider) deliver(ctx context.Context, target string, e Entry) {
	err := p.post(ctx, target, e)
	if err == nil { // the delivery is stored even while the program ends
		_, err = p.db.ExecContext(context.WithoutCancel(ctx), eventDelivered, e.Session, e.Number)
	}
	if err != nil {
		p.config.Log.WarnContext(ctx, "payment sandbox: event will be sent again", "session", e.Session,
			"number", e.Number, "error", err)
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
	request.Header.Set(SignatureHeader, signature.Sign(body, p.db.secret, p.now()))
	answer, err := p.config.Client.Do(request)
	if err != nil {
		return err
	}
	// The connection can be reused only if the body is read to its end.
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10))
	_ = answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the receiver responded with %s", answer.Status)
	}
	return nil
}

// newTransport returns a transport that keeps a connection for each delivery; by default it would keep two.
func newTransport() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = maxDeliveries
	return transport
}

// noRedirect prevents a signed event from being forwarded to another address.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
