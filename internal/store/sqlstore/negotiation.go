package sqlstore

import (
	"cmp"
	"context"

	"github.com/goccy/go-json"

	"storefront/internal/shop/booking"
)

type negotiationDocument struct {
	Language     string         `json:"language"`
	Wish         booking.Choice `json:"wish"`
	ProductTitle string         `json:"productTitle"`
	OptionTitle  string         `json:"optionTitle"`
	ProductPath  string         `json:"productPath"`
	City         string         `json:"city,omitempty"`
	TimeZone     string         `json:"timeZone,omitempty"`
	Currency     string         `json:"currency"`
	Exponent     int            `json:"exponent"`
	Offer        int64          `json:"offer,omitempty"`
	Name         string         `json:"name"`
	Email        string         `json:"email"`
	Phone        string         `json:"phone"`
	Message      string         `json:"message,omitempty"`
	Price        int64          `json:"price,omitempty"`
	ExpiresAt    instant        `json:"expiresAt,omitzero"`
	Answer       string         `json:"answer,omitempty"`
	Order        string         `json:"order,omitempty"`
	AnsweredAt   instant        `json:"answeredAt,omitzero"`
}

const selectNegotiations = `SELECT id, reference, deployment, status, created_at, document FROM negotiations`

func (r Reader) Negotiation(ctx context.Context, id string) (booking.Negotiation, error) {
	return r.negotiation(ctx, "id = $1", id)
}

func (r Reader) NegotiationByReference(ctx context.Context, deployment, reference string) (booking.Negotiation, error) {
	return r.negotiation(ctx, "deployment = $1 AND reference = $2", deployment, reference)
}

func (r Reader) negotiation(ctx context.Context, where string, args ...any) (booking.Negotiation, error) {
	all, err := r.negotiations(ctx, " WHERE "+where+r.forUpdate(), args...)
	if err == nil && len(all) == 0 {
		err = notFound("negotiation")
	}
	if err != nil {
		return booking.Negotiation{}, err
	}
	return all[0], nil
}

func (r Reader) Negotiations(ctx context.Context, deployment string, status booking.NegotiationStatus,
	limit int) ([]booking.Negotiation, error) {
	var args arguments
	where := " WHERE TRUE"
	if deployment != "" {
		where += " AND deployment = " + args.placeholder(deployment)
	}
	if status != "" {
		where += " AND status = " + args.placeholder(string(status))
	}
	where += " ORDER BY created_at DESC, id DESC LIMIT " + args.placeholder(cmp.Or(limit, defaultLimit))
	return r.negotiations(ctx, where+r.forUpdate(), args...)
}

func (r Reader) negotiations(ctx context.Context, rest string, args ...any) (all []booking.Negotiation, err error) {
	err = r.query(ctx, "read negotiations", func(row Row) error {
		n, err := scanNegotiation(row)
		all = append(all, n)
		return err
	}, selectNegotiations+rest, args...)
	return all, err
}

func scanNegotiation(row Row) (n booking.Negotiation, err error) {
	var (
		created  instant
		document []byte
		d        negotiationDocument
	)
	if err := row.Scan(&n.ID, &n.Reference, &n.Deployment, &n.Status, &created, &document); err != nil {
		return n, err
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return n, err
	}
	n.Language, n.Choice, n.CreatedAt = d.Language, d.Wish, created.time()
	n.ProductTitle, n.OptionTitle, n.ProductPath, n.City, n.TimeZone = d.ProductTitle, d.OptionTitle, d.ProductPath,
		d.City, d.TimeZone
	n.Currency, n.Exponent, n.Offer, n.Name, n.Email, n.Phone, n.Message = d.Currency, d.Exponent, d.Offer, d.Name,
		d.Email, d.Phone, d.Message
	n.Price, n.ExpiresAt, n.Answer, n.Order, n.AnsweredAt = d.Price, d.ExpiresAt.time(), d.Answer, d.Order,
		d.AnsweredAt.time()
	return n, nil
}

func (t *Tx) SaveNegotiation(ctx context.Context, n booking.Negotiation) error {
	document, err := json.Marshal(negotiationDocument{
		Language: n.Language, Wish: n.Choice, ProductTitle: n.ProductTitle, OptionTitle: n.OptionTitle,
		ProductPath: n.ProductPath, City: n.City, TimeZone: n.TimeZone, Currency: n.Currency, Exponent: n.Exponent,
		Offer: n.Offer, Name: n.Name, Email: n.Email,
		Phone: n.Phone, Message: n.Message, Price: n.Price, ExpiresAt: instant(n.ExpiresAt), Answer: n.Answer,
		Order:      n.Order,
		AnsweredAt: instant(n.AnsweredAt),
	})
	if err != nil {
		return err
	}
	status, text := string(n.Status), string(document)
	last := n.CreatedAt
	if n.AnsweredAt.After(last) {
		last = n.AnsweredAt
	}
	changed, err := t.exec(ctx, "update negotiation",
		`UPDATE negotiations SET status = $1, changed_at = $2, document = $3 WHERE id = $4`,
		status, instant(last), text, n.ID)
	if err != nil || changed > 0 {
		return err
	}
	_, err = t.exec(ctx, "insert negotiation",
		`INSERT INTO negotiations (id, reference, deployment, status, created_at, changed_at, document)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		n.ID, n.Reference, n.Deployment, status, instant(n.CreatedAt), instant(last), text)
	return err
}

func (t *Tx) DeleteNegotiation(ctx context.Context, n booking.Negotiation) error {
	deleted, err := t.exec(ctx, "delete negotiation", `DELETE FROM negotiations WHERE id = $1`, n.ID)
	if err == nil && deleted == 0 {
		err = notFound("negotiation")
	}
	if err != nil {
		return err
	}
	return t.deleteNoticesAbout(ctx, n.Deployment, n.Reference)
}
