// Package account has the users who sign in with a password: sign-up, sign-in and password reset. An account belongs to
// one deployment. Its address is verified from the beginning: a mailed link opens the account.
//
// Neither a response nor the time it takes reveals whether an address has an account.
package account

import (
	"context"
	"time"

	"storefront/internal/core/notice"
)

// User is the owner of an account.
type User struct {
	ID         string
	Deployment string
	Email      string // verified, in lower case
	FirstName  string // both names are empty if another browser than the one that requested the account opened it
	LastName   string
	Password   string // its Argon2id hash in the PHC format; empty until one is chosen
	Epoch      int    // increases with each new password, which ends all sessions
	CreatedAt  time.Time
	DisabledAt time.Time // when an operator disabled sign-in; zero if it is enabled
}

// Disabled reports whether an operator has disabled sign-in.
func (u *User) Disabled() bool { return !u.DisabledAt.IsZero() }

// CartID returns the id of the user's cart, which is the same in every browser.
func (u *User) CartID() string { return "user:" + u.ID }

// Link is a mailed link that is not used yet. There is at most one for a purpose and an address.
type Link struct {
	Hash       string // of the secret in the link; empty until it is mailed
	Purpose    Purpose
	Deployment string
	Email      string
	SignUp     *SignUp // of a link that opens an account
	ExpiresAt  time.Time
}

// Purpose is the purpose of a link.
type Purpose string

const (
	Opening Purpose = "opening"
	Reset   Purpose = "reset"
)

// SignUp is the data of a request for an account, with the password already hashed. It is used only if Browser, also a
// hash, matches the browser that opens the link: anybody can request an account for anybody's address.
type SignUp struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Password  string `json:"password"`
	Language  string `json:"language"`
	Browser   string `json:"browser"`
}

// Store stores accounts. Implementations must pass storetest.
type Store interface {
	// User, UserByEmail and Link read committed rows, or return fault.NotFound.
	User(ctx context.Context, id string) (User, error)
	UserByEmail(ctx context.Context, deployment, email string) (User, error)
	Link(ctx context.Context, purpose Purpose, hash string) (Link, error)
	// Users lists the accounts of one deployment, or of all, by address and then deployment.
	Users(ctx context.Context, deployment string, limit int) ([]User, error)
	// HasDevice reports whether a hash identifies a browser of an account at an instant.
	HasDevice(ctx context.Context, hash string, now time.Time) (bool, error)
	// Do runs work in one transaction, like booking.Store's Do.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Tx is a transaction on accounts. Users and links that it reads stay locked. Transactions lock in the order user,
// link, tries; one that opens an account takes the link and then inserts the user.
type Tx interface {
	UserByEmail(ctx context.Context, deployment, email string) (User, error)
	// SaveUser inserts or replaces a user. It returns fault.Invalid if another user has the address in the deployment.
	SaveUser(ctx context.Context, user User) error
	// DeleteUser deletes a user with their cart and links, or returns fault.NotFound.
	DeleteUser(ctx context.Context, user User) error
	// LinkTo returns the link of a purpose and an address, mailed or not.
	LinkTo(ctx context.Context, purpose Purpose, deployment, email string) (Link, error)
	// SaveLink replaces the link of the same purpose, deployment and address.
	SaveLink(ctx context.Context, link Link) error
	// TakeLink returns and deletes the link with a hash, or returns fault.NotFound. Of concurrent calls one gets it.
	TakeLink(ctx context.Context, purpose Purpose, hash string) (Link, error)
	// SaveDevice stores the hash of a browser of an account until an instant.
	SaveDevice(ctx context.Context, hash string, until time.Time) error
	// ResetTries resets the count of a key.
	ResetTries(ctx context.Context, key string) error
	// NotifyLater queues notices. The jobs are part of the transaction.
	NotifyLater(ctx context.Context, notices ...notice.Notice) error
}
