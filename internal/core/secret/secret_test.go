package secret_test

import (
	"strings"
	"testing"

	"storefront/internal/core/secret"
)

func TestNewReturnsUniqueValidSecrets(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		s := secret.New()
		if seen[s] || !secret.IsValid(s) {
			t.Fatalf("%q", s)
		}
		seen[s] = true
	}
}

func TestIsValidRejectsOtherText(t *testing.T) {
	s := secret.New()
	for _, other := range []string{"", "x", s[1:], s + "A", s + "AAAA", strings.Repeat("+", len(s)),
		strings.Repeat(" ", len(s))} {
		if secret.IsValid(other) {
			t.Errorf("%q", other)
		}
	}
}

func TestHashDependsOnTheBoundariesOfItsParts(t *testing.T) {
	seen := map[string]bool{}
	for _, parts := range [][]string{{"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {"b", "a"}} {
		seen[secret.Hash(parts...)] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d hashes of 5", len(seen))
	}
}
