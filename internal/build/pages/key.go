package pages

import (
	"crypto/sha256"
	"errors"
)

// Key identifies what a page is made of: equal keys, equal pages.
type Key [16]byte

// MarshalBinary makes gob store a key in one piece, not as sixteen numbers, which would take ten times as long.
func (k Key) MarshalBinary() ([]byte, error) { return k[:], nil }

// UnmarshalBinary reads what MarshalBinary has written.
func (k *Key) UnmarshalBinary(data []byte) error {
	if len(data) != len(k) {
		return errors.New("a key has 16 bytes")
	}
	copy(k[:], data)
	return nil
}

// KeyOf hashes parts so that no two different lists of parts give the same key by chance of concatenation.
func KeyOf(parts ...[]byte) Key {
	h := sha256.New()
	var size [4]byte
	for _, p := range parts {
		size = [4]byte{byte(len(p)), byte(len(p) >> 8), byte(len(p) >> 16), byte(len(p) >> 24)}
		h.Write(size[:])
		h.Write(p)
	}
	var k Key
	copy(k[:], h.Sum(nil))
	return k
}
