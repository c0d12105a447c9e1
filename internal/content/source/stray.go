package source

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/lib/suggest"
)

// dataFiles are the YAML files of a folder of each kind of content, beside its language files.
var dataFiles = map[string][]string{
	"products":     {"product.yaml", "reviews.yaml"},
	"cities":       {"city.yaml"},
	"categories":   {"category.yaml"},
	"blog":         nil,
	"faq":          {"faq.yaml"},
	"pages":        {"page.yaml"},
	"testimonials": {"testimonial.yaml"},
}

// warnStrayFiles reports files of a folder of content that nothing reads: of languages that no deployment has, and with
// names that are misspelt.
func (r *Reader) warnStrayFiles(folder string, lib *catalog.Library, out *[]diag.Diagnostic) {
	kind, _, _ := strings.Cut(folder, "/")
	allowed := slices.Clone(dataFiles[kind])
	for _, language := range lib.Languages {
		allowed = append(allowed, language+".md")
	}
	entries, _ := os.ReadDir(filepath.Join(r.root, folder)) // what cannot be read is reported with its files
	for _, e := range entries {
		name := e.Name()
		lower := strings.ToLower(name)
		text := slices.Contains([]string{".md", ".markdown", ".yaml", ".yml"}, extension(lower))
		if !text || e.IsDir() || strings.HasPrefix(name, ".") || slices.Contains(allowed, name) {
			continue
		}
		f := &file{path: filepath.Join(r.root, folder, name), out: out}
		switch language, ok := strings.CutSuffix(name, ".md"); {
		// a deployment that is reported may have it
		case ok && lib.DeploymentsIncomplete && languageForm.MatchString(language):
		case slices.Contains(allowed, lower):
			f.report(1, 1, false, "this file is not read: write its name in lower case, %s", lower)
		case ok && languageForm.MatchString(language):
			f.report(1, 1, true, "this file is not read: no deployment has the language %q", language)
		default:
			f.report(1, 1, true, "this file is not read: the files of this folder are %s%s",
				strings.Join(allowed, ", "),
				suggest.DidYouMean(name, allowed))
		}
	}
}
