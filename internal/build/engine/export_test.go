package engine

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/content/catalog"
	"storefront/internal/search"
)

// VariantsIn returns the variants that a page requests.
var VariantsIn = variantsIn

// WriteVariants writes the variants that a page requests into a spare tree that holds a picture, as a build whose last
// outputs were before. It returns the outputs.
func WriteVariants(builds string, images func([]byte, string) ([]byte, error), page []byte, before any) (any, error) {
	in := &inputs{options: Options{Builds: builds, MakeVariant: images, VariantsVersion: "1"}}
	tree := in.folder().Trees(0).Open("shop")
	planned := &plannedSite{id: "shop", deployment: &catalog.Deployment{}}
	s := &builtSite{in: in, planned: planned, target: tree, outputs: outputs{}}
	s.lastOutputs, _ = before.(outputs)
	if _, err := tree.Write("media/dunes.0123456789.webp", []byte("the source")); err != nil {
		return nil, err
	}
	s.outputs["/"] = &output{Variants: variantsIn(page)}
	return s.outputs, s.writeVariants(context.Background())
}

// ProgramKey returns the key of a generator.
var ProgramKey = programKey

// BuildIDOf returns the build id of a program.
func BuildIDOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return buildIDOf(f), nil
}

// SectionEnds returns the ends of the first and the last section of a journal, without duplicates.
func SectionEnds(journal string) (ends []int64) {
	j := readJournal(journal)
	if ends = append(ends, j.firstEnd); j.end != j.firstEnd {
		ends = append(ends, j.end)
	}
	return ends
}

// IndexOnly writes the search indexes of a content folder, and nothing else, as builds in a folder that search.Open
// reads. It returns each product's city, and its categories and occasions as identifiers.
func IndexOnly(t *testing.T, o Options) (traits map[string][]string) {
	t.Helper()
	r, found, err := readWithoutCache(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.spool.close()
	if _, err := requireNoMistakes(found); err != nil {
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
	for slug, s := range r.results.content.Products {
		traits[slug] = append(traits[slug], "city:"+s.City)
		for _, category := range s.Categories {
			traits[slug] = append(traits[slug], "category:"+category)
		}
		product, _ := r.reader.Product(slug, r.lib, r.productSlugs)
		for _, occasion := range product.Occasions {
			traits[slug] = append(traits[slug], "occasion:"+occasion)
		}
	}
	return traits
}
