// Package secret creates the secrets that identify browsers and mailed links, and their hashes for storage.
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

// IsValid reports whether a text could be from New.
func IsValid(text string) bool {
	data, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil && len(data) == size
}

// Hash returns the hash of a secret and its purpose, which is stored instead of the secret, so that a reader of the
// database cannot use it. Secrets are random: a slow hash would add nothing.
func Hash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// MinBytes is the least size in bytes of a secret that an operator chooses: that of the hashes made with it.
const MinBytes = size

// CheckLength returns an error for a secret that is too short.
func CheckLength(secret string) error {
	if n := len(secret); n < MinBytes {
		return fmt.Errorf("has %d characters; %d are the least", n, MinBytes)
	}
	return nil
}
