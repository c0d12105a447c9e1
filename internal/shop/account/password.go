package account

import (
	"context"
	"encoding/base64"
	"fmt"
	"runtime"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"storefront/internal/core/fault"
)

// Passwords hashes passwords and compares them.
type Passwords interface {
	Hash(ctx context.Context, password string) (string, error)
	// Matches compares a password with a hash; old reports whether the hash has outdated parameters. An empty hash
	// matches nothing, after the same work.
	Matches(ctx context.Context, password, hash string) (ok, old bool, err error)
}

// Lengths of a password in characters. The specification has the minimum.
const (
	ShortestPassword = 8
	LongestPassword  = 200
)

// typed returns a password in the form that is hashed: keyboards write é in two ways.
func typed(password string) string { return norm.NFC.String(password) }

// password checks a new password and returns the form that is hashed.
func (w *wrongs) password(value string) string {
	value = typed(value)
	switch n := utf8.RuneCountInString(value); {
	case n == 0:
		w.Note("password", fault.Required)
	case n < ShortestPassword:
		w.Note("password", fault.Min)
	case n > LongestPassword:
		w.Note("password", fault.Max)
	}
	return value
}

// parameters are the first recommendation of OWASP's Password Storage Cheat Sheet for scarce memory: 19 MiB, two
// passes, one lane (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id). Salt
// and key have the lengths that RFC 9106 recommends.
var parameters = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// dummyHash is compared for unknown accounts, so that the response time does not reveal whether an account exists.
var dummyHash = fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", parameters.Memory, parameters.Iterations,
	parameters.Parallelism,
	zeros(parameters.SaltLength), zeros(parameters.KeyLength))

func zeros(n uint32) string { return base64.RawStdEncoding.EncodeToString(make([]byte, n)) }

// waitAtMost bounds the wait for a free processor.
const waitAtMost = 10 * time.Second

// Argon2id hashes with Argon2id, at most one password per processor at a time: each takes some 30 ms and 19 MiB.
type Argon2id struct{ turns chan struct{} }

// NewArgon2id returns an Argon2id. A process must have only one, because it bounds the load.
func NewArgon2id() *Argon2id { return &Argon2id{make(chan struct{}, runtime.GOMAXPROCS(0))} }

// Hash returns a hash in the PHC format, which contains its parameters.
func (a *Argon2id) Hash(ctx context.Context, password string) (hash string, err error) {
	err = a.inTurn(ctx, func() error {
		hash, err = argon2id.CreateHash(password, &parameters)
		return err
	})
	return hash, err
}

// Matches compares in constant time.
func (a *Argon2id) Matches(ctx context.Context, password, hash string) (ok, old bool, err error) {
	if hash == "" {
		hash = dummyHash
	}
	err = a.inTurn(ctx, func() error {
		var made *argon2id.Params
		ok, made, err = argon2id.CheckHash(password, hash)
		old = err == nil && *made != parameters
		return err
	})
	return ok && hash != dummyHash, old, err
}

func (a *Argon2id) inTurn(ctx context.Context, work func() error) error {
	ctx, cancel := context.WithTimeout(ctx, waitAtMost)
	defer cancel()
	select {
	case a.turns <- struct{}{}:
		defer func() { <-a.turns }()
		return work()
	case <-ctx.Done():
		return fault.New(fault.Unavailable, "Too many concurrent sign-ins. Try again.")
	}
}
