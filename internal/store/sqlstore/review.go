package sqlstore

import (
	"cmp"
	"context"

	"strings"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-json"

	"storefront/internal/core/fault"
	"storefront/internal/shop/review"
)

var _ review.Store = Reviews{}

// Reviews implements review.Store.
type Reviews struct {
	reads Reader
	do    Do
}

type reviewDocument struct {
	Author    string  `json:"author"`
	Rating    int     `json:"rating"`
	Title     string  `json:"title,omitempty"`
	Text      string  `json:"text"`
	Language  string  `json:"language"`
	DecidedAt instant `json:"decidedAt,omitzero"`
}

func (s Reviews) InsertReview(ctx context.Context, v review.Review) error {
	document, err := json.Marshal(reviewDocument{v.Author, v.Rating, v.Title, v.Text, v.Language, instant(v.DecidedAt)})
	if err != nil {
		return err
	}
	return s.do(ctx, func(tx *Tx) error {
		n, err := tx.exec(ctx, "insert review", `INSERT INTO reviews (id, deployment, product, user_id, status, created_at, document)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (deployment, product, user_id) DO NOTHING`,
			v.ID, v.Deployment, v.Product, v.User, string(v.Status), instant(v.CreatedAt), string(document))
		if err == nil && n == 0 {
			return fault.New(fault.NotPossible, "This account has already reviewed this product.")
		}
		return err
	})
}

func (s Reviews) Review(ctx context.Context, id string) (review.Review, error) {
	found, err := s.reads.reviews(ctx, " WHERE substr(id, 1, $1) = $2 LIMIT 2", utf8.RuneCountInString(id), id)
	if err == nil && (len(found) != 1 || id == "") {
		err = notFound("review")
	}
	if err != nil {
		return review.Review{}, err
	}
	return found[0], nil
}

func (s Reviews) Reviews(ctx context.Context, f review.Filter) ([]review.Review, error) {
	var conditions []string
	var args arguments
	for _, c := range []struct{ column, value string }{
		{"deployment", f.Deployment}, {"product", f.Product}, {"user_id", f.User}, {"status", string(f.Status)},
	} {
		if c.value != "" {
			conditions = append(conditions, c.column+" = "+args.placeholder(c.value))
		}
	}
	where := ""
	if len(conditions) > 0 {
		where = " WHERE " + strings.Join(conditions, " AND ")
	}
	where += " ORDER BY created_at DESC, id DESC LIMIT " + args.placeholder(cmp.Or(f.Limit, defaultLimit))
	return s.reads.reviews(ctx, where, args...)
}

func (s Reviews) DecideReview(ctx context.Context, id string, status review.Status, at time.Time) error {
	return s.do(ctx, func(tx *Tx) error {
		found, err := tx.reviews(ctx, " WHERE id = $1"+tx.forUpdate(), id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return notFound("review")
		}
		v := found[0]
		document, err := json.Marshal(reviewDocument{v.Author, v.Rating, v.Title, v.Text, v.Language, instant(at)})
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, "decide review", `UPDATE reviews SET status = $1, document = $2 WHERE id = $3`,
			string(status), string(document), id)
		return err
	})
}

func (s Reviews) DeleteReview(ctx context.Context, id string) error {
	return s.do(ctx, func(tx *Tx) error {
		n, err := tx.exec(ctx, "delete review", `DELETE FROM reviews WHERE id = $1`, id)
		if err == nil && n == 0 {
			return notFound("review")
		}
		return err
	})
}

func (r Reader) reviews(ctx context.Context, rest string, args ...any) (all []review.Review, err error) {
	err = r.query(ctx, "read reviews", func(row Row) error {
		var (
			v        review.Review
			created  instant
			document []byte
			d        reviewDocument
		)
		if err := row.Scan(&v.ID, &v.Deployment, &v.Product, &v.User, &v.Status, &created, &document); err != nil {
			return err
		}
		if err := json.Unmarshal(document, &d); err != nil {
			return err
		}
		v.Author, v.Rating, v.Title, v.Text, v.Language = d.Author, d.Rating, d.Title, d.Text, d.Language
		v.CreatedAt, v.DecidedAt = created.time(), d.DecidedAt.time()
		all = append(all, v)
		return nil
	}, `SELECT id, deployment, product, user_id, status, created_at, document FROM reviews`+rest, args...)
	return all, err
}
