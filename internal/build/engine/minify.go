package engine

import (
	"path"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/xml"
)

// minifier removes superfluous characters: quotation marks around attributes that need none, and white space between
// the elements of sitemaps and feeds. Our serialiser writes no others. Scripts, styles and text stay as they are, since
// islands depend on them and the content security policy has their hashes.
var minifier = func() *minify.M {
	m := minify.New()
	m.Add(".html", &html.Minifier{
		KeepDefaultAttrVals: true, KeepDocumentTags: true, KeepEndTags: true, KeepSpecialComments: true,
		KeepWhitespace: true,
	})
	m.Add(".xml", &xml.Minifier{})
	return m
}()

func (in *inputs) minified(name string, data []byte) ([]byte, error) {
	if ext := path.Ext(name); in.options.Minify && (ext == ".html" || ext == ".xml") {
		return minifier.Bytes(ext, data)
	}
	return data, nil
}
