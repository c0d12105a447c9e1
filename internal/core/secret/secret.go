// Package secret makes what a browser or a mailed link is known by, and what is stored of it.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// size is in bytes: nobody finds a secret by trying.
const size = 32

// New makes a secret, in letters that cookies and addresses may have.
func New() string {
	var secret [size]byte
	_, _ = rand.Read(secret[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// Is says that a text is what New makes.
func Is(text string) bool {
	data, err := base64.RawURLEncoding.DecodeString(text)
	return err == nil && len(data) == size
}

// HashOf is what is stored of a secret, after what it is for, so that who reads the database cannot use it. Secrets are
// random: a slow hash would add nothing.
func HashOf(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
