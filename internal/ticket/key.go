package ticket

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Key signs codes. Gates have only its public half.
type Key struct{ private ed25519.PrivateKey }

// NewKey makes a key from a seed of ed25519.SeedSize bytes.
func NewKey(seed []byte) (Key, error) {
	if len(seed) != ed25519.SeedSize {
		return Key{}, fmt.Errorf("a key's seed has %d bytes, not %d", ed25519.SeedSize, len(seed))
	}
	return Key{ed25519.NewKeyFromSeed(seed)}, nil
}

// Public is what Verify needs.
func (k Key) Public() ed25519.PublicKey { return ed25519.PublicKey(k.private[ed25519.SeedSize:]) }

// keyIDSize tells keys apart that one shop has had; it is no secret and no proof.
const keyIDSize = 4

// KeyID names a public key within codes.
func KeyID(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return hex.EncodeToString(sum[:keyIDSize])
}

const pemType = "PRIVATE KEY"

// LoadOrCreateKey reads the key at a path (PKCS #8 in PEM, as openssl genpkey writes it), and makes one where there is none.
// Processes that start at once agree on one key.
func LoadOrCreateKey(path string) (Key, error) {
	key, err := loadKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := createKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return Key{}, fmt.Errorf("make the key of tickets: %w", err)
	}
	return loadKey(path)
}

func loadKey(path string) (Key, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Key{}, fmt.Errorf("read the key of tickets: %w", err)
	}
	block, _ := pem.Decode(data)
	if block == nil || block.Type != pemType {
		return Key{}, fmt.Errorf("%s holds no private key in PEM", path)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return Key{}, fmt.Errorf("%s: %w", path, err)
	}
	private, is := parsed.(ed25519.PrivateKey)
	if !is {
		return Key{}, fmt.Errorf("%s holds a %T, not an Ed25519 key", path, parsed)
	}
	return Key{private}, nil
}

// createKey links a file that is whole to the path, so that nobody reads half a key and the first of several wins.
func createKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".key-*") // readable by its owner only
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	err = pem.Encode(file, &pem.Block{Type: pemType, Bytes: der})
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Link(file.Name(), path)
}
