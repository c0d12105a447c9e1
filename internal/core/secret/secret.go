// Package secret makes what a browser or a mailed link is known by, and what is stored of it.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
)

// size is the size of a secret in bytes: too many for guessing.
const size = 32

// New makes a secret, in letters that cookies and addresses may have.
func New() string {
	var secret [size]byte
	_, _ = rand.Read(secret[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// Is reports whether a text could be from New.
func Is(text string) bool {
	data, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil && len(data) == size
}

// HashOf returns what is stored of a secret, after its purpose, so that a reader of the database cannot use it. Secrets
// are random: a slow hash would add nothing.
func HashOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// Shortest is how many bytes a secret has at least that an operator chooses: as many as the hashes that are made with
// it.
const Shortest = size

// LongEnough returns an error for a secret that is too short.
func LongEnough(secret string) error {
	if n := len(secret); n < Shortest {
		return fmt.Errorf("has %d characters; %d are the least", n, Shortest)
	}
	return nil
}
