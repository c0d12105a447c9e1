package catalog

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestPictureHintSuggestsTheIntendedPicture(t *testing.T) {
	name := "évora.jpg"
	composed, apart := norm.NFC.String(name), norm.NFD.String(name)
	for _, c := range []struct{ what, has, named, want string }{
		{"decomposed letters in the file name", apart, composed, "rename the file to " + composed},
		{"decomposed letters in the text", composed, apart, "type it again"},
		{"a misspelt name", composed, "évore.jpg", `did you mean "` + composed + `"?`},
	} {
		l := Library{Pictures: map[string]*Picture{c.has: {}, "other.jpg": {}}}
		if got := l.PictureHint(c.named); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: got %q, want %q at its end", c.what, got, c.want)
		}
	}
}
