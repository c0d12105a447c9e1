// Package digest identifies the inputs of a result: equal digests mean equal inputs.
package digest

import (
	"encoding/hex"
	"errors"

	"github.com/zeebo/xxh3"
)

// Digest is an XXH3 of 128 bits. It is no protection from forgery: two contents with one digest can be made on purpose.
type Digest [16]byte

// MarshalBinary makes gob store a digest in one piece, and not as sixteen numbers, which takes ten times as long.
func (d Digest) MarshalBinary() ([]byte, error) { return d[:], nil }

// UnmarshalBinary reads what MarshalBinary wrote.
func (d *Digest) UnmarshalBinary(data []byte) error {
	if len(data) != len(d) {
		return errors.New("a digest has 16 bytes")
	}
	copy(d[:], data)
	return nil
}

// MarshalText writes a digest in hexadecimal digits.
func (d Digest) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, d[:]), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Digest) UnmarshalText(text []byte) error {
	data, err := hex.DecodeString(string(text))
	if err != nil {
		return err
	}
	return d.UnmarshalBinary(data)
}

// Of returns the digest of a list of parts. Different lists have different digests, whatever their concatenation.
func Of(parts ...[]byte) Digest {
	h := xxh3.New()
	var size [4]byte
	for _, p := range parts {
		size = [4]byte{byte(len(p)), byte(len(p) >> 8), byte(len(p) >> 16), byte(len(p) >> 24)}
		h.Write(size[:])
		h.Write(p)
	}
	return h.Sum128().Bytes()
}

// OfFile returns the digest of a file's content, whatever parts it is in.
func OfFile(parts ...[]byte) Digest {
	if len(parts) == 1 {
		return xxh3.Hash128(parts[0]).Bytes()
	}
	h := xxh3.New()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum128().Bytes()
}
