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
	// Matches compares a password with a hash; outdated reports whether the hash has outdated parameters. An empty hash
	// matches nothing, after the same work.
	Matches(ctx context.Context, password, hash string) (ok, outdated bool, err error)
}

// Lengths of a password in characters. The specification has the minimum.
const (
	MinPasswordLength = 8
	MaxPasswordLength = 200
)

// normalizePassword returns a password in the form that is hashed: Unicode has two forms of é.
func normalizePassword(password string) string { return norm.NFC.String(password) }

// password checks a new password and returns the form that is hashed.
func (w *wrongs) password(value string) string {
	value = normalizePassword(value)
	switch n := utf8.RuneCountInString(value); {
	case n == 0:
		w.Add("password", fault.Required)
	case n < MinPasswordLength:
		w.Add("password", fault.Min)
	case n > MaxPasswordLength:
		w.Add("password", fault.Max)
	}
	return value
}

// hashParameters are the first recommendation of OWASP's Password Storage Cheat Sheet for scarce memory: 19 MiB, two
// passes, one lane (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id). Salt
// and key have the lengths that RFC 9106 recommends.
var hashParameters = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// dummyHash is compared for unknown accounts, so that the response time does not reveal whether an account exists.
var dummyHash = fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", hashParameters.Memory, hashParameters.Iterations,
	hashParameters.Parallelism,
	base64Zeros(hashParameters.SaltLength), base64Zeros(hashParameters.KeyLength))

func base64Zeros(n uint32) string { return base64.RawStdEncoding.EncodeToString(make([]byte, n)) }

// maxHashWait bounds the wait for a free processor.
const maxHashWait = 10 * time.Second

// Argon2id hashes with Argon2id, at most one password per processor at a time: each takes some 30 ms and 19 MiB.
type Argon2id struct{ slots chan struct{} }

// NewArgon2id returns an Argon2id. A process must have only one, because it bounds the load.
func NewArgon2id() *Argon2id { return &Argon2id{make(chan struct{}, runtime.GOMAXPROCS(0))} }

// Hash returns a hash in the PHC format, which contains its parameters.
func (a *Argon2id) Hash(ctx context.Context, password string) (hash string, err error) {
	err = a.withSlot(ctx, func() error {
		hash, err = argon2id.CreateHash(password, &hashParameters)
		return err
	})
	return hash, err
}

// Matches compares in constant time.
func (a *Argon2id) Matches(ctx context.Context, password, hash string) (ok, outdated bool, err error) {
	if hash == "" {
		hash = dummyHash
	}
	err = a.withSlot(ctx, func() error {
		var params *argon2id.Params
		ok, params, err = argon2id.CheckHash(password, hash)
		outdated = err == nil && *params != hashParameters
		return err
	})
	return ok && hash != dummyHash, outdated, err
}

func (a *Argon2id) withSlot(ctx context.Context, work func() error) error {
	ctx, cancel := context.WithTimeout(ctx, maxHashWait)
	defer cancel()
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
		return work()
	case <-ctx.Done():
		return fault.New(fault.Unavailable, "Too many concurrent sign-ins. Try again.")
	}
}
