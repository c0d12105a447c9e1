package ticket

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"strings"

	"storefront/internal/lib/keyfile"
)

// Key signs codes. Gates have only the public half of it.
type Key struct{ private ed25519.PrivateKey }

// NewKey returns the key of a seed of ed25519.SeedSize bytes.
func NewKey(seed []byte) (Key, error) {
	if len(seed) != ed25519.SeedSize {
		return Key{}, fmt.Errorf("a key's seed has %d bytes, not %d", ed25519.SeedSize, len(seed))
	}
	return Key{ed25519.NewKeyFromSeed(seed)}, nil
}

// Public returns the public key, which Verify takes.
func (k Key) Public() ed25519.PublicKey { return ed25519.PublicKey(k.private[ed25519.SeedSize:]) }

// keyIDSize is the size of a key's id in bytes. The id distinguishes a shop's keys and proves nothing.
const keyIDSize = 4

// KeyID returns the id of a public key.
func KeyID(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return hex.EncodeToString(sum[:keyIDSize])
}

const (
	pemType       = "PRIVATE KEY"
	publicPEMType = "PUBLIC KEY"
)

// LoadOrCreateKey reads the key at a path (PKCS #8 in PEM, as openssl genpkey writes it), or creates one. Processes
// that start at the same time get the same key.
func LoadOrCreateKey(path string) (Key, error) {
	data, err := keyfile.LoadOrCreate(path, newPEM)
	if err != nil {
		return Key{}, fmt.Errorf("the key of tickets: %w", err)
	}
	key, err := ParseKey(data)
	if err != nil {
		return Key{}, fmt.Errorf("%s %w", path, err)
	}
	return key, nil
}

// ParseKey parses a private key, PKCS #8 in PEM.
func ParseKey(data []byte) (Key, error) {
	parsed, err := parsePEM(data, pemType, x509.ParsePKCS8PrivateKey)
	if err != nil {
		return Key{}, err
	}
	private, is := parsed.(ed25519.PrivateKey)
	if !is {
		return Key{}, fmt.Errorf("holds a %T, not an Ed25519 key", parsed)
	}
	return Key{private}, nil
}

// ParsePublic parses a public key in PEM, as PublicPEM writes it, or returns the public half of a private key.
func ParsePublic(data []byte) (ed25519.PublicKey, error) {
	if key, err := ParseKey(data); err == nil {
		return key.Public(), nil
	}
	parsed, err := parsePEM(data, publicPEMType, x509.ParsePKIXPublicKey)
	if err != nil {
		return nil, err
	}
	public, is := parsed.(ed25519.PublicKey)
	if !is {
		return nil, fmt.Errorf("holds a %T, not an Ed25519 key", parsed)
	}
	return public, nil
}

// PublicPEM returns a public key in PEM, as openssl pkey -pubout writes it.
func PublicPEM(public ed25519.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: publicPEMType, Bytes: der}), nil
}

func parsePEM(data []byte, kind string, parse func([]byte) (any, error)) (any, error) {
	block, _ := pem.Decode(data)
	if block == nil || block.Type != kind {
		return nil, fmt.Errorf("holds no %s in PEM", strings.ToLower(kind))
	}
	return parse(block.Bytes)
}

// newPEM returns a new private key, PKCS #8 in PEM.
func newPEM() ([]byte, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: pemType, Bytes: der}), nil
}
