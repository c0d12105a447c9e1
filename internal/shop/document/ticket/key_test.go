package ticket_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/shop/document/ticket"
)

func TestPublicKeyIsExportedWithoutThePrivateKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ticket.pem")
	key, err := ticket.LoadOrCreateKey(path)
	if err != nil {
		t.Fatal(err)
	}
	given, err := ticket.PublicPEM(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	public, err := ticket.ParsePublic(given)
	if err != nil || !public.Equal(key.Public()) {
		t.Errorf("%x, %v, want %x", public, err, key.Public())
	}
	if _, err := ticket.ParseKey(given); err == nil {
		t.Error("what a gate has is the private key")
	}
	private, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if public, err = ticket.ParsePublic(private); err != nil || !public.Equal(key.Public()) {
		t.Errorf("of the private key: %x, %v, want %x", public, err, key.Public())
	}
}

func TestKeysOfOtherAlgorithmsAreRejected(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(other)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&other.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"private": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}),
		"public":  pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}),
		"broken":  pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public[:9]}),
		"text":    []byte("secret"),
	} {
		if _, err := ticket.ParseKey(data); err == nil {
			t.Errorf("a %s key signs", name)
		}
		if _, err := ticket.ParsePublic(data); err == nil {
			t.Errorf("a %s key checks", name)
		}
	}
}
