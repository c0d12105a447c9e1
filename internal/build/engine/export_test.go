package engine

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/search"
)

// VariantsIn is what a page asks the proxy for.
var VariantsIn = variantsIn

// WriteVariants writes what a page asks for into the spare tree of a build that holds a picture, as a build after one
// whose files were before, and gives the files of this one.
func WriteVariants(builds string, images func([]byte, string) ([]byte, error), page []byte, before any) (any, error) {
	in := &inputs{options: Options{Builds: builds, Images: images, ImagesVersion: "1"}}
	tree := in.folder().Trees(0).Open("shop")
	planned := &plannedSite{id: "shop", deployment: &catalog.Deployment{}}
	s := &builtSite{in: in, planned: planned, target: tree, outputs: outputs{}}
	s.before, _ = before.(outputs)
	if _, err := tree.Write("media/dunes.0123456789.webp", []byte("the source")); err != nil {
		return nil, err
	}
	s.outputs["/"] = output{Variants: variantsIn(page)}
	return s.outputs, s.variants(context.Background())
}

// ProgramKey is the key of a generator.
var ProgramKey = programKey

// BuildIDOf is what go build knows a program by.
func BuildIDOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return buildIDOf(f), nil
}

// Sections returns where the first section of a journal ends and where the last one does, each once.
func Sections(journal string) (ends []int64) {
	j := readJournal(journal)
	if ends = append(ends, j.first); j.end != j.first {
		ends = append(ends, j.end)
	}
	return ends
}

// IndexOnly writes the search indexes of a content folder, and nothing else, as builds in a folder that search.Open
// reads. It returns each product's city, and its categories and occasions as identifiers.
func IndexOnly(t *testing.T, o Options) (traits map[string][]string) {
	t.Helper()
	r, found, err := readAfresh(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.spool.close()
	if _, err := judge(found); err != nil {
		t.Fatal(err)
	}
	for _, s := range planAll(r.content(), r.in.visibility()) {
		for _, language := range s.deployment.Languages {
			content, _ := s.pages.SearchContent(language, r.fetch)
			data, err := search.Write(content, nil)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(o.Builds, "public", s.id, search.File(language))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: %d bytes", search.File(s.id+"/"+language), len(data))
		}
	}
	traits = map[string][]string{}
	for slug, s := range r.results.now.Products {
		traits[slug] = append(traits[slug], "city:"+s.City)
		for _, category := range s.Categories {
			traits[slug] = append(traits[slug], "category:"+category)
		}
		product, _ := r.reader.Product(slug, r.lib, r.known)
		for _, occasion := range product.Occasions {
			traits[slug] = append(traits[slug], "occasion:"+occasion)
		}
	}
	return traits
}
