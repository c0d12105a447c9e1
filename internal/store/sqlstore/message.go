package sqlstore

import (
	"cmp"
	"context"

	"github.com/goccy/go-json"

	"storefront/internal/core/notice"
	"storefront/internal/shop/contact"
)

var _ contact.Store = Messages{}

// Messages implements contact.Store.
type Messages struct {
	reads Reader
	do    Do
}

type messageDocument struct {
	Language string `json:"language"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	Topic    string `json:"topic,omitempty"`
	Order    string `json:"order,omitempty"`
	Text     string `json:"text"`
}

func (s Messages) InsertMessage(ctx context.Context, m contact.Message, notices ...notice.Notice) error {
	document, err := json.Marshal(messageDocument{m.Language, m.Name, m.Email, string(m.Topic), m.Order, m.Text})
	if err != nil {
		return err
	}
	return s.do(ctx, func(tx *Tx) error {
		_, err := tx.exec(ctx, "insert message", `INSERT INTO messages (id, deployment, created_at, suspect, document)
			VALUES ($1, $2, $3, $4, $5)`, m.ID, m.Deployment, instant(m.CreatedAt), m.Suspect, string(document))
		if err != nil {
			return err
		}
		return tx.NotifyLater(ctx, notices...)
	})
}

func (s Messages) Message(ctx context.Context, id string) (contact.Message, error) {
	found, err := s.reads.messages(ctx, " WHERE id = $1", id)
	if err == nil && len(found) == 0 {
		err = notFound("message")
	}
	if err != nil {
		return contact.Message{}, err
	}
	return found[0], nil
}

func (s Messages) Messages(ctx context.Context, f contact.Filter) ([]contact.Message, error) {
	limit := cmp.Or(f.Limit, defaultLimit)
	if f.Deployment == "" {
		return s.reads.messages(ctx, " WHERE suspect = $1 ORDER BY created_at DESC, id DESC LIMIT $2", f.Suspect, limit)
	}
	return s.reads.messages(ctx, " WHERE deployment = $1 AND suspect = $2 ORDER BY created_at DESC, id DESC LIMIT $3",
		f.Deployment, f.Suspect, limit)
}

func (s Messages) DeleteMessage(ctx context.Context, m contact.Message) error {
	return s.do(ctx, func(tx *Tx) error {
		n, err := tx.exec(ctx, "delete message", `DELETE FROM messages WHERE id = $1`, m.ID)
		if err == nil && n == 0 {
			err = notFound("message")
		}
		if err != nil {
			return err
		}
		return tx.deleteNoticesAbout(ctx, m.Deployment, m.ID)
	})
}

func (r Reader) messages(ctx context.Context, rest string, args ...any) (all []contact.Message, err error) {
	err = r.query(ctx, "read messages", func(row Row) error {
		var (
			m        contact.Message
			created  instant
			document []byte
			d        messageDocument
		)
		if err := row.Scan(&m.ID, &m.Deployment, &created, &m.Suspect, &document); err != nil {
			return err
		}
		if err := json.Unmarshal(document, &d); err != nil {
			return err
		}
		m.Language, m.Name, m.Email, m.Topic, m.Order, m.Text = d.Language, d.Name, d.Email, contact.Topic(d.Topic),
			d.Order, d.Text
		m.CreatedAt = created.time()
		all = append(all, m)
		return nil
	}, `SELECT id, deployment, created_at, suspect, document FROM messages`+rest, args...)
	return all, err
}
