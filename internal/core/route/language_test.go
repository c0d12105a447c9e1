package route_test

import (
	"testing"

	"storefront/internal/core/route"
)

func TestAPathNamesItsLanguage(t *testing.T) {
	for path, want := range map[string][2]string{
		"/ar/blog": {"ar", "/blog"}, "/ar": {"ar", "/"}, "/ar/": {"ar", "/"}, "/fr/blog/x": {"fr", "/blog/x"},
		"/": {"", "/"}, "/area": {"", "/area"}, "/blog/ar": {"", "/blog/ar"},
	} {
		if code, rest := route.Split(path); code != want[0] || rest != want[1] {
			t.Errorf("%s: %q %q", path, code, rest)
		}
	}
}
