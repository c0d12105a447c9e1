package route_test

import (
	"testing"

	"storefront/internal/core/route"
)

func TestSplitLanguageReturnsLanguageAndRest(t *testing.T) {
	for path, want := range map[string][2]string{
		"/ar/blog": {"ar", "/blog"}, "/ar": {"ar", "/"}, "/ar/": {"ar", "/"}, "/fr/blog/x": {"fr", "/blog/x"},
		"/": {"", "/"}, "/area": {"", "/area"}, "/blog/ar": {"", "/blog/ar"},
	} {
		if code, rest := route.SplitLanguage(path); code != want[0] || rest != want[1] {
			t.Errorf("%s: %q %q", path, code, rest)
		}
	}
}

func TestEscapeMatchesTheEscapingOfBrowsers(t *testing.T) {
	for path, want := range map[string]string{
		"/blog/قديم": "/blog/%D9%82%D8%AF%D9%8A%D9%85", "/%d9%82": "/%D9%82", "/a%20b": "/a%20b", "/a b": "/a%20b",
		`/a"b<c>{d}`: "/a%22b%3Cc%3E%7Bd%7D", "/it's(1)!*[2]|3": "/it's(1)!*[2]|3",
		"/a,b;c=d@e:f&g+h$~_-.": "/a,b;c=d@e:f&g+h$~_-.",
		"/100%":                 "/100%25", "/a%3Fb%23c": "/a%3Fb%23c",
	} {
		if got := route.Escape(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	const address, want = "/قديم?a=%20 b#ج", "/%D9%82%D8%AF%D9%8A%D9%85?a=%20%20b#%D8%AC"
	if got := route.EscapeAddress(address); got != want {
		t.Errorf("%s is %s, want %s", address, got, want)
	}
}
