package sqlstore

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"github.com/goccy/go-json"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

var _ notice.Deliveries = Deliveries{}

// Deliveries implements notice.Deliveries.
type Deliveries struct {
	reads Reader
	do    Do
}

type deliveryDocument struct {
	Notice    notice.Notice `json:"notice"`
	MessageID string        `json:"messageId,omitempty"`
	Error     string        `json:"error,omitempty"`
}

// insertDeliveries records that the mails about orders are due.
func (t *Tx) insertDeliveries(ctx context.Context, notices []notice.Notice) error {
	const columns = 7
	var rows []string
	var args []any
	for _, n := range notices {
		if n.Kind.IsToReseller() || !n.Kind.IsAboutOrder() {
			continue
		}
		document, err := json.Marshal(deliveryDocument{Notice: n})
		if err != nil {
			return err
		}
		rows = append(rows, "("+placeholders(len(args)+1, columns)+")")
		args = append(args, n.ID, n.Subject, instant(time.Now()), instant{}, string(notice.Unsent), 0, string(document))
	}
	if len(rows) == 0 {
		return nil
	}
	return t.enqueue(ctx, Statement{Name: "insert mails", Args: args,
		Query: "INSERT INTO mails (id, order_id, created_at, sent_at, state, attempts, document) VALUES " +
			strings.Join(rows, ", ") + " ON CONFLICT (id) DO NOTHING"})
}

// Record keeps the time of an earlier sending if this attempt failed.
func (s Deliveries) Record(ctx context.Context, m notice.Delivery) error {
	if !m.Kind.IsAboutOrder() {
		return nil
	}
	return s.do(ctx, func(tx *Tx) error {
		known, err := tx.deliveries(ctx, " WHERE id = $1"+tx.forUpdate(), m.ID)
		if err != nil || len(known) == 0 {
			return err
		}
		if m.State != notice.Sent {
			m.MessageID, m.SentAt = known[0].MessageID, known[0].SentAt
			if !m.SentAt.IsZero() {
				m.State = notice.Sent
			}
		}
		document, err := json.Marshal(deliveryDocument{m.Notice, m.MessageID, m.Error})
		if err != nil {
			return err
		}
		_,
			err = tx.exec(ctx, "save mail",
			`UPDATE mails SET sent_at = $1, state = $2, attempts = attempts + 1, document = $3 WHERE id = $4`,
			instant(m.SentAt), string(m.State), string(document), m.ID)
		return err
	})
}

func (s Deliveries) DeliveriesOf(ctx context.Context, order string) ([]notice.Delivery, error) {
	return s.reads.deliveries(ctx, " WHERE order_id = $1 ORDER BY created_at, id", order)
}

func (s Deliveries) SendAgain(ctx context.Context, n notice.Notice) error {
	if !n.Kind.IsAboutOrder() {
		return fault.New(fault.NotPossible, "Only mails about orders can be sent again.")
	}
	n.ID, n.Resent = rand.Text(), true
	return s.do(ctx, func(tx *Tx) error { return tx.NotifyLater(ctx, n) })
}

func (r Reader) deliveries(ctx context.Context, rest string, args ...any) (all []notice.Delivery, err error) {
	err = r.query(ctx, "read mails", func(row Row) error {
		var (
			m             notice.Delivery
			created, sent instant
			document      []byte
			d             deliveryDocument
		)
		if err := row.Scan(&created, &sent, &m.State, &m.Attempts, &document); err != nil {
			return err
		}
		if err := json.Unmarshal(document, &d); err != nil {
			return err
		}
		m.Notice, m.MessageID, m.Error, m.CreatedAt, m.SentAt = d.Notice, d.MessageID, d.Error, created.time(),
			sent.time()
		all = append(all, m)
		return nil
	}, `SELECT created_at, sent_at, state, attempts, document FROM mails`+rest, args...)
	return all, err
}
