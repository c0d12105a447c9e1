package httpfile_test

import (
	"testing"

	"storefront/internal/lib/httpfile"
)

func TestKindOfReturnsTheContentTypeOfResizedPictures(t *testing.T) {
	for name, want := range map[string]string{
		"_ipx/w_480/media/a.0123456789.jpg":                "image/webp",
		"_ipx/s_10x10,q_50,blur_3/media/a.0123456789.webp": "image/webp",
		"_ipx/f_avif,w_480/media/a.0123456789.webp":        "image/avif",
		"_ipx/f_jpeg,s_1200x630/media/a.0123456789.png":    "image/jpeg",
		"media/a.0123456789.png":                           "image/png",
		"_ipx/w_480/media/a.0123456789.svg":                "image/svg+xml; charset=utf-8",
	} {
		if got := httpfile.KindOf(name).ContentType; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestCachePolicyIsImmutableForHashedNames(t *testing.T) {
	for name, want := range map[string]string{
		"media/a.0123456789.webp": httpfile.Immutable, "_ipx/f_avif,w_480/media/a.0123456789.webp": httpfile.Immutable,
		"assets/entry.0a1b2c3d.js": httpfile.Immutable, "builds/meta/0123456789abcdef.json": httpfile.Immutable,
		"builds/meta/latest.json": httpfile.Revalidate, "things-to-do/_payload.json": httpfile.Revalidate,
	} {
		if got := httpfile.CachePolicy(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
