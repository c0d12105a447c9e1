// Package account knows the people who buy with a password: how they sign up, sign in and come back when they have
// forgotten it. An account belongs to one deployment, and its address is verified from its beginning: an account is opened
// by a link that was mailed.
//
// Nobody learns from an answer, or from the time it takes, whether an address has an account.
package account

import (
	"context"
	"time"

	"storefront/internal/notice"
)

// User is somebody with an account.
type User struct {
	ID         string
	Deployment string
	Email      string // verified, in lower case
	FirstName  string
	LastName   string
	Password   string // its argon2id hash, in the PHC format
	Epoch      int    // counts what ends every session: a new password
	CreatedAt  time.Time
}

// CartID is the cart that follows a user to every browser.
func (u *User) CartID() string { return "user:" + u.ID }

// Link is a mailed link that has not been used. There is one at most of a purpose and an address.
type Link struct {
	Hash       string // of the secret in the link
	Purpose    Purpose
	Deployment string
	Email      string
	SignUp     *SignUp // of an opening
	ExpiresAt  time.Time
}

// Purpose is what a link is for.
type Purpose string

const (
	Opening Purpose = "opening"
	Reset   Purpose = "reset"
)

// SignUp is what somebody has told who asked for an account. Password is the hash already.
type SignUp struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Password  string `json:"password"`
	Language  string `json:"language"`
}

// Store keeps accounts. Implementations have to pass storetest.
type Store interface {
	// Users reads committed rows. What is not there is fault.NotFound.
	User(ctx context.Context, id string) (User, error)
	UserByEmail(ctx context.Context, deployment, email string) (User, error)
	// Do runs work in one transaction, as booking.Store's does.
	Do(ctx context.Context, work func(tx Tx) error) error
	// CountTry counts a try under a key and tells how many there were in the running window of a length, this one included.
	CountTry(ctx context.Context, key string, now time.Time, window time.Duration) (int, error)
}

// Tx is a transaction on accounts.
type Tx interface {
	UserByEmail(ctx context.Context, deployment, email string) (User, error)
	// SaveUser inserts or replaces a user. It returns fault.Invalid where another has the deployment's address.
	SaveUser(ctx context.Context, user User) error
	// SaveLink replaces the link of the same purpose, deployment and address.
	SaveLink(ctx context.Context, link Link) error
	// TakeLink gives and removes the link with a hash; fault.NotFound where there is none. Of several who ask at once one
	// gets it.
	TakeLink(ctx context.Context, purpose Purpose, hash string) (Link, error)
	// TellLater has a notice sent after the transaction. The job is part of it.
	TellLater(ctx context.Context, n notice.Notice) error
}
