// Package account has the users who sign in with a password: signing up, signing in, and choosing a new password. An
// account belongs to one deployment. Its address is verified from the beginning: a mailed link opens the account.
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
	FirstName  string // both names are empty where the account was opened in another browser than it was asked for
	LastName   string
	Password   string // its argon2id hash, in the PHC format; empty until one is chosen
	Epoch      int    // counts what ends every session: a new password
	CreatedAt  time.Time
	DisabledAt time.Time // when an operator ended sign-in; zero where it is possible
}

// Disabled reports whether an operator has ended sign-in.
func (u *User) Disabled() bool { return !u.DisabledAt.IsZero() }

// CartID is the cart that follows a user to every browser.
func (u *User) CartID() string { return "user:" + u.ID }

// Link is what a mailed link stands for until it is used. There is one at most of a purpose and an address.
type Link struct {
	Hash       string // of the secret in the link; empty until it is mailed
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

// SignUp is the data of a request for an account. Password is the hash already. The data belongs to the person who
// opens the link only if Browser, a hash too, is that of the browser in which they open it: anybody can request an
// account for anybody's address.
type SignUp struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Password  string `json:"password"`
	Language  string `json:"language"`
	Browser   string `json:"browser"`
}

// Store keeps accounts. Implementations have to pass storetest.
type Store interface {
	// User, UserByEmail and Link read committed rows. What is not there is fault.NotFound.
	User(ctx context.Context, id string) (User, error)
	UserByEmail(ctx context.Context, deployment, email string) (User, error)
	Link(ctx context.Context, purpose Purpose, hash string) (Link, error)
	// Users lists a deployment's, or all, by address and then deployment.
	Users(ctx context.Context, deployment string, limit int) ([]User, error)
	// HasDevice reports whether a hash identifies a browser of the account at an instant.
	HasDevice(ctx context.Context, hash string, now time.Time) (bool, error)
	// Do runs work in one transaction, as booking.Store's does.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Tx is a transaction on accounts. The user and the link that it reads stay locked. What locks several takes the user
// before the link; an opening, whose user is not there yet, takes its link and then adds the user. Tries are forgotten
// last.
type Tx interface {
	UserByEmail(ctx context.Context, deployment, email string) (User, error)
	// SaveUser inserts or replaces a user. It returns fault.Invalid where another has the deployment's address.
	SaveUser(ctx context.Context, user User) error
	// DeleteUser deletes a user with their cart and links. It returns fault.NotFound where there is none.
	DeleteUser(ctx context.Context, user User) error
	// LinkTo gives the link of a purpose and an address, mailed or not.
	LinkTo(ctx context.Context, purpose Purpose, deployment, email string) (Link, error)
	// SaveLink replaces the link of the same purpose, deployment and address.
	SaveLink(ctx context.Context, link Link) error
	// TakeLink returns and removes the link with a hash; fault.NotFound if there is none. Of several callers at once,
	// one gets it.
	TakeLink(ctx context.Context, purpose Purpose, hash string) (Link, error)
	// SaveDevice has a browser be known by a hash until an instant.
	SaveDevice(ctx context.Context, hash string, until time.Time) error
	// ForgetTries has a key be counted from nothing.
	ForgetTries(ctx context.Context, key string) error
	// NotifyLater has a notice sent after the transaction. The job is part of it.
	NotifyLater(ctx context.Context, n notice.Notice) error
}
