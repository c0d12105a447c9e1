package sqlstore

import (
	"context"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/reseller"
	"storefront/internal/shop/review"
)

// Do runs work in a transaction of one database.
type Do = func(ctx context.Context, work func(*Tx) error) error

// Store has the parts that the stores of all databases share.
type Store struct {
	reads Reader
	do    Do
	jobs  *Jobs
}

// NewStore returns a store of a reader, a function for transactions, and jobs.
func NewStore(reads Reader, do Do, jobs *Jobs) Store { return Store{reads, do, jobs} }

// Read returns a reader of committed data.
func (s Store) Read() booking.Reader { return s.reads }

// Deployments returns the ids of the deployments that have orders, requests for a price, accounts or parties on waiting
// lists, also of those that are no longer sold.
func (s Store) Deployments(ctx context.Context) (ids []string, err error) {
	err = s.reads.query(ctx, "read deployments", func(row Row) error {
		var id string
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT deployment FROM orders UNION SELECT deployment FROM negotiations UNION SELECT deployment FROM users
		UNION SELECT deployment FROM waiting ORDER BY 1`)
	return ids, err
}

// Do runs work in a transaction. The database decides how long it may wait, and for which locks.
func (s Store) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.do(ctx, func(tx *Tx) error { return work(tx) })
}

// Reviews returns the reviews in the same database.
func (s Store) Reviews() review.Store { return Reviews{s.reads, s.do} }

// Messages returns the messages of visitors in the same database.
func (s Store) Messages() contact.Store { return Messages{s.reads, s.do} }

// Deliveries returns the deliveries of mails in the same database.
func (s Store) Deliveries() notice.Deliveries { return Deliveries{s.reads, s.do} }

// Accounts returns the accounts in the same database.
func (s Store) Accounts() account.Store { return Accounts{s.reads, s.do} }

// Resellers returns the resellers in the same database.
func (s Store) Resellers() reseller.Store { return Resellers{s.reads, s.do} }

// Limits returns the counts of tries in the same database.
func (s Store) Limits() limit.Store { return Limits{s.do} }

// Sessions returns the sessions in the same database.
func (s Store) Sessions() scs.CtxStore { return Sessions{s.reads, s.do} }

// Jobs returns the queue of Tx.SettleLater and Tx.NotifyLater.
func (s Store) Jobs() *Jobs { return s.jobs }
