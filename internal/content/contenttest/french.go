package contenttest

import (
	"testing"

	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/core/payload"
)

// French returns a deployment with the French words of a folder of content.
func French(t testing.TB, content string) payload.Deployment {
	t.Helper()
	var mistakes []diag.Diagnostic
	french := source.NewReader(content).Texts(&mistakes)["fr"]
	if french == nil || len(mistakes) > 0 {
		t.Fatalf("%s has no French words: %v", content, mistakes)
	}
	words := payload.Words{Dir: payload.Direction(french.Dir), Texts: french.Words}
	return payload.Deployment{Words: map[string]payload.Words{"fr": words}}
}
