package sqlstore

import (
	"context"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/review"
)

// Do runs work in a transaction, as a database does it.
type Do = func(ctx context.Context, work func(*Tx) error) error

// Store is what the stores of all databases have in common, by what they read with and how they write.
type Store struct {
	reads Reader
	do    Do
	jobs  *Jobs
}

// NewStore puts one together.
func NewStore(reads Reader, do Do, jobs *Jobs) Store { return Store{reads, do, jobs} }

// Read reads what is committed.
func (s Store) Read() booking.Reader { return s.reads }

// Do runs work in a transaction. How long it may wait, and for whom, is the database's.
func (s Store) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.do(ctx, func(tx *Tx) error { return work(tx) })
}

// Reviews keeps reviews in the same database.
func (s Store) Reviews() review.Store { return Reviews{s.reads, s.do} }

// Messages keeps what visitors write in the same database.
func (s Store) Messages() contact.Store { return Messages{s.reads, s.do} }

// Deliveries keeps what becomes of mails in the same database.
func (s Store) Deliveries() notice.Deliveries { return Deliveries{s.reads, s.do} }

// Accounts keeps accounts in the same database.
func (s Store) Accounts() account.Store { return Accounts{s.reads, s.do} }

// Limits keeps tries in the same database.
func (s Store) Limits() limit.Store { return Limits{s.do} }

// Sessions keeps sessions in the same database.
func (s Store) Sessions() scs.CtxStore { return Sessions{s.reads, s.do} }

// Jobs returns the queue of Tx.SettleLater and Tx.NotifyLater.
func (s Store) Jobs() *Jobs { return s.jobs }
