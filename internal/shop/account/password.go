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

// Passwords turns passwords into what is stored of them.
type Passwords interface {
	Hash(ctx context.Context, password string) (string, error)
	// Matches compares a password with a hash, which is old where it would be made otherwise today. A hash that is
	// empty matches nothing, after as much work.
	Matches(ctx context.Context, password, hash string) (ok, old bool, err error)
}

// Lengths of a password, in characters. The least is the specification's.
const (
	ShortestPassword = 8
	LongestPassword  = 200
)

// typed is a password as it is hashed: keyboards write é in two ways.
func typed(password string) string { return norm.NFC.String(password) }

// password checks a new password and gives it as it is hashed.
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

// parameters are those that OWASP's Password Storage Cheat Sheet recommends first where memory is dear: 19 MiB, two
// passes, one lane (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id). Salt
// and key have the lengths that RFC 9106 recommends.
var parameters = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// dummyHash is compared for unknown accounts, so that the response time does not reveal whether an account exists.
var dummyHash = fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", parameters.Memory, parameters.Iterations,
	parameters.Parallelism,
	zeros(parameters.SaltLength), zeros(parameters.KeyLength))

func zeros(n uint32) string { return base64.RawStdEncoding.EncodeToString(make([]byte, n)) }

// waitAtMost bounds how long a caller waits for its turn.
const waitAtMost = 10 * time.Second

// Argon2id hashes with Argon2id, as many passwords at once as there are processors: each takes one for some 30 ms, and
// 19 MiB.
type Argon2id struct{ turns chan struct{} }

// NewArgon2id makes one. A process needs no more, or the bound would not hold.
func NewArgon2id() *Argon2id { return &Argon2id{make(chan struct{}, runtime.GOMAXPROCS(0))} }

// Hash returns a hash in the PHC format, which includes its parameters.
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
		return fault.New(fault.Unavailable, "Too many sign-ins at the moment.")
	}
}
