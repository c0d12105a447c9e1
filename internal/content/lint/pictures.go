package lint

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
)

// maxAltCharacters is the longest recommended alternative text, in characters; screen readers split longer ones.
const maxAltCharacters = 125

// redundantOpenings are openings that screen readers add by themselves.
var redundantOpenings = []string{"picture of", "image of", "photo of", "a picture of", "an image of", "a photo of",
	"صورة ل",
	"صورة "}

// checkPictures reports alternative texts without information, and files that no page shows.
func (r *Content) checkPictures() (out []diag.Diagnostic) {
	used := r.usedPictures()
	names := make([]string, 0, len(r.lib.Pictures))
	for name := range r.lib.Pictures {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		p := r.lib.Pictures[name]
		for i, language := range r.lib.Languages {
			file := filepath.Join(r.root, "media", language+".yaml")
			alt := p.Alt[language]
			if problem := altTextProblem(name, alt); problem != "" {
				out = append(out, warnAt(file, []any{name}, "%s", problem))
			}
			for _, other := range r.lib.Languages[i+1:] {
				if alt != "" && alt == p.Alt[other] {
					out = append(out, warnAt(file, []any{name},
						"the alt text of %s is the same in %q and %q: it is not translated", name, language, other))
				}
			}
		}
		if r.isComplete && !used[name] && len(r.lib.Languages) > 0 {
			out = append(out, warnAt(filepath.Join(r.root, "media", r.lib.Languages[0]+".yaml"), []any{name},
				"no page shows the picture %s: remove the file and its alt texts", name))
		}
	}
	if r.isComplete {
		out = append(out, r.checkUnusedMedia()...)
	}
	return out
}

func altTextProblem(name, alt string) string {
	words := func(text string) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(text),
			func(r rune) bool { return strings.ContainsRune(" -_.", r) }), " ")
	}
	lower := strings.ToLower(alt)
	switch n := utf8.RuneCountInString(alt); {
	case alt == "":
		return ""
	case words(alt) == words(name), words(alt) == words(strings.TrimSuffix(name, path.Ext(name))):
		return "this alt text is the file's name: describe the picture"
	case n > maxAltCharacters:
		return "this alt text is longer than " + "125 characters: screen readers read all of it aloud"
	}
	for _, opening := range redundantOpenings {
		if strings.HasPrefix(lower, opening) {
			return "screen readers announce that this is a picture: begin with its content"
		}
	}
	return ""
}

// usedPictures returns the pictures that content names.
func (r *Content) usedPictures() map[string]bool {
	used := r.picturesInProse
	for _, p := range r.products {
		for _, name := range p.Images {
			used[name] = true
		}
	}
	for _, posts := range r.posts {
		for _, p := range posts {
			used[p.Image] = true
		}
	}
	for _, c := range r.lib.Cities {
		used[c.Image] = true
	}
	for _, c := range r.lib.Categories {
		used[c.Image] = true
	}
	for _, p := range r.lib.Pages {
		for _, t := range p.Texts {
			used[t.Image] = true
		}
	}
	for _, terms := range []map[string]*catalog.Term{r.lib.Terms.Tags, r.lib.Terms.Authors, r.lib.Terms.Series} {
		for _, term := range terms {
			used[term.Image] = true
		}
	}
	for _, d := range r.lib.Deployments {
		used[d.HeroImage] = true
	}
	return used
}

// checkUnusedMedia reports drawings that no logo names, and fonts that no deployment names.
func (r *Content) checkUnusedMedia() (out []diag.Diagnostic) {
	entries, _ := os.ReadDir(filepath.Join(r.root, "media"))
	if r.lib.DeploymentsIncomplete {
		return nil
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".svg") && r.lib.Drawings[e.Name()] == nil {
			out = append(out, diag.Diagnostic{
				Path: filepath.Join(r.root, "media", e.Name()), Line: 1, Col: 1, Warning: true,
				Message: "no deployment's logo names this drawing",
			})
		}
		if strings.HasSuffix(e.Name(), ".woff2") && r.lib.Fonts[e.Name()] == nil {
			out = append(out, diag.Diagnostic{
				Path: filepath.Join(r.root, "media", e.Name()), Line: 1, Col: 1, Warning: true,
				Message: "no deployment's fonts name this file",
			})
		}
	}
	return out
}
