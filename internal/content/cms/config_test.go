package cms_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/cms"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/font"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

func read(t *testing.T, root string) *cms.Content {
	t.Helper()
	reader := source.NewReader(root)
	library, found := reader.Library(media.Read, media.ReadDrawing, font.Read)
	c := &cms.Content{Library: library}
	slugs := reader.ProductSlugs(&found)
	known := map[string]bool{}
	for _, slug := range slugs {
		known[slug] = true
	}
	for _, slug := range slugs {
		p, more := reader.Product(slug, library, known)
		found = append(found, more...)
		c.Products = append(c.Products, p)
	}
	if len(found) > 0 {
		t.Fatal(found)
	}
	return c
}

func configOf(t *testing.T, root string) *yaml.Node {
	t.Helper()
	data := cms.Config(cms.Options{Content: "content", Backend: "github", Repo: "a/b", Branch: "main"}, read(t, root))
	n, err := yaml.Parse(string(data), 1)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestConfigHasAFileForEveryText(t *testing.T) {
	root := contenttest.Copy(t)
	named := map[string]bool{}
	collections := configOf(t, root).Get("collections")
	for i := range collections.Items {
		c := &collections.Items[i]
		if files := c.Get("files"); files != nil {
			for j := range files.Items {
				for _, language := range []string{"en", "ar"} {
					named[strings.Replace(files.Items[j].Get("file").Value, "{{locale}}", language, 1)] = true
				}
			}
			continue
		}
		path := "*"
		if p := c.Get("path"); p != nil {
			path = strings.Replace(p.Value, "{{slug}}", "*", 1)
		}
		pattern := c.Get("folder").Value + "/" + path + "." + c.Get("extension").Value
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(root), pattern))
		for _, file := range found {
			rel, _ := filepath.Rel(filepath.Dir(root), file)
			named[filepath.ToSlash(rel)] = true
		}
	}
	without := map[string]bool{"content/faq/topics.yaml": true, "content/redirects.yaml": true,
		"content/media/en.yaml": true, "content/media/ar.yaml": true, "content/products/dunes/reviews.yaml": true}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(filepath.Dir(root), path)
		text := strings.HasSuffix(rel, ".md") || strings.HasSuffix(rel, ".yaml")
		if rel = filepath.ToSlash(rel); text && !named[rel] && !without[rel] {
			t.Errorf("no collection has %s", rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Decap rejects features of Sveltia only: languages side by side in folders of files, slug rules, file formats.
func TestDecapConfigHasACollectionPerLanguage(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Remove(t, root, "testimonials")
	o := cms.Options{Content: "content", Backend: "github", Repo: "a/b", Branch: "main", Decap: true}
	files := cms.Files(o, read(t, root))
	n, err := yaml.Parse(string(files[0].Data), 1)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for i := range n.Get("collections").Items {
		c := &n.Get("collections").Items[i]
		if c.Get("slug") != nil || c.Get("format") == nil || c.Get("files") == nil && c.Get("folder") == nil {
			t.Errorf("Decap refuses the collection %s, or writes it anew", c.Get("name").Value)
		}
		if all := c.Get("files"); all != nil {
			texts[c.Get("name").Value] = all.Items[0].Get("file").Value
		}
	}
	for _, language := range []string{"ar", "en"} {
		if texts["city-texts-"+language] != "content/cities/dubai/"+language+".md" {
			t.Errorf("its files are %v", texts)
		}
	}
	if strings.Contains(string(files[0].Data), "i18n") || !strings.Contains(string(files[1].Data), `"decap-cms.js"`) {
		t.Errorf("it is for another CMS: %s", files[1].Data)
	}
}

func TestConfigHasFieldsForTheOptionIDsOfAProduct(t *testing.T) {
	collections := configOf(t, contenttest.Copy(t)).Get("collections")
	for i := range collections.Items {
		c := &collections.Items[i]
		if c.Get("name").Value != "product-texts" {
			continue
		}
		fields := c.Get("files").Items[0].Get("fields")
		for j := range fields.Items {
			if f := &fields.Items[j]; f.Get("name").Value == "options" {
				if id := f.At("fields", 0).Get("name").Value; id != "shared" {
					t.Errorf("the option is called %q", id)
				}
				return
			}
		}
	}
	t.Error("the options of a product have no field")
}
