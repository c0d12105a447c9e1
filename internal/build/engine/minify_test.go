package engine_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"storefront/internal/content/contenttest"
)

// tree returns a document as a browser without scripts parses it, except the space in the viewport's list.
func tree(t *testing.T, text []byte) string {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := html.Render(&out, root); err != nil {
		t.Fatal(err)
	}
	return strings.Replace(out.String(), "width=device-width, initial", "width=device-width,initial", 1)
}

// elements returns the elements, attributes and texts of an XML file, without the white space between them.
func elements(t *testing.T, data []byte) (all []string) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			all = append(all, token.Name.Local)
			for _, a := range token.Attr {
				all = append(all, a.Name.Local+"="+a.Value)
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				all = append(all, text)
			}
		}
	}
}

func TestMinifiedFilesAreSmallerAndEquivalent(t *testing.T) {
	content := contenttest.Copy(t)
	p, q := newProject(t, content), newProject(t, content)
	q.options.Minify = true
	p.build()
	q.build()
	small := files(t, q.public("wayfare"))
	for path, data := range files(t, p.public("wayfare")) {
		switch {
		case strings.HasSuffix(path, ".html"):
			if len(small[path]) >= len(data) || tree(t, small[path]) != tree(t, data) {
				t.Errorf("%s: %d bytes became %d, or another document", path, len(data), len(small[path]))
			}
		case strings.HasSuffix(path, ".xml"):
			if len(small[path]) >= len(data) || strings.Join(elements(t, small[path]),
				"\n") != strings.Join(elements(t, data), "\n") {
				t.Errorf("%s: %d bytes became %d, or another document", path, len(data), len(small[path]))
			}
		}
	}
	if p.build(); !q.build().Unchanged {
		t.Error("an unchanged minified build is built again")
	}
	q.options.Minify = false
	if q.build().Unchanged {
		t.Error("a build without minification is reported as unchanged")
	}
}
