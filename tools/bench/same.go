package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	mainElement = regexp.MustCompile(`(?s)<main\b[^>]*>(.*)</main>`)
	nonText     = regexp.MustCompile(`(?s)<!--.*?-->|<script\b.*?</script>|<style\b.*?</style>`)
	anyTag      = regexp.MustCompile(`<[^>]*>`)
)

// readMainText returns the text of a page's <main>, with a space for each tag and run of white space.
func readMainText(g generator, page string) (string, error) {
	data, err := os.ReadFile(filepath.Join(g.public(), page, "index.html"))
	if err != nil {
		return "", err
	}
	text := mainText(string(data))
	if text == "" {
		return "", fmt.Errorf("%s: no text in the <main> of %s", g.name(), page)
	}
	return text, nil
}

func mainText(page string) string {
	found := mainElement.FindStringSubmatch(page)
	if found == nil {
		return ""
	}
	text := anyTag.ReplaceAllString(nonText.ReplaceAllString(found[1], ""), " ")
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}

// checkSameSite checks that all generators have built the same site: the checked detail pages have the product's facts
// and, among the peers, exactly the same text, and the peers have pages at the same paths. Our pages have more text
// (the islands' initial state) and other paths.
func checkSameSite(results []*result, n int) error {
	for i := 0; i < n; i += n / 10 {
		p := newProduct(i, n)
		for l, prefix := range []string{"", "ar"} {
			var first string
			for at, r := range results {
				page, _ := r.pagesOf(p)
				text, err := readMainText(r, filepath.Join(prefix, page))
				if err != nil {
					return err
				}
				for _, fact := range productFacts(p, l) {
					if !strings.Contains(text, fact) {
						return fmt.Errorf("%s: %q is not on %s", r.name(), fact, filepath.Join(prefix, page))
					}
				}
				switch {
				case at == 1:
					first = text
				case at > 1 && text != first:
					return fmt.Errorf("%s has another text than %s on %s: %s", r.name(), results[1].name(),
						filepath.Join(prefix, page), firstDifference(first, text))
				}
			}
		}
	}
	return checkSamePaths(results[1:])
}

// productFacts returns texts of a product that its page must have.
func productFacts(p *product, language int) []string {
	t := p.texts[language]
	all := slices.Concat([]string{t.title, t.shared, t.private, t.extra}, t.highlights, t.includes, t.excludes, t.know,
		t.bring)
	for _, s := range t.steps {
		all = append(all, s.title, s.text)
	}
	for _, r := range p.reviews {
		all = append(all, r.author, r.title, r.text)
	}
	return all
}

func firstDifference(a, b string) string {
	one, two := strings.Fields(a), strings.Fields(b)
	for i := range min(len(one), len(two)) {
		if one[i] != two[i] {
			part := func(words []string) string { return strings.Join(words[max(0, i-3):min(len(words), i+4)], " ") }
			return fmt.Sprintf("%q and %q", part(one), part(two))
		}
	}
	return fmt.Sprintf("%d and %d words", len(one), len(two))
}

// checkSamePaths compares the paths of pages, except those of error pages.
func checkSamePaths(peers []*result) error {
	var first map[string]bool
	for i, r := range peers {
		paths := map[string]bool{}
		root, err := filepath.EvalSymlinks(r.public())
		if err != nil {
			return err
		}
		_, err = measureFolder(root, func(path string, _ os.FileInfo) {
			if rel := strings.TrimPrefix(path, root); strings.HasSuffix(rel, ".html") && !strings.Contains(rel, "404") {
				paths[rel] = true
			}
		})
		if err != nil {
			return err
		}
		if i == 0 {
			first = paths
			continue
		}
		for path := range first {
			if !paths[path] {
				return fmt.Errorf("%s has no %s, which %s has", r.name(), path, peers[0].name())
			}
		}
		if len(paths) != len(first) {
			return fmt.Errorf("%s has %d pages, %s %d", r.name(), len(paths), peers[0].name(), len(first))
		}
	}
	return nil
}
