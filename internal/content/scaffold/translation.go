package scaffold

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/lib/misuse"
)

// createTranslation begins the translation of the text in a folder: a draft in each of the languages, with the
// structure and the words of the text in the default language. It returns nil if the folder has no text, or there is no
// such folder.
func (s *Skeleton) createTranslation(folder string) (*Created, error) {
	there := filepath.Join(s.Content, filepath.FromSlash(folder))
	written := source.TextLanguages(there, append(defaultLanguages(s.lib), s.lib.Languages...))
	if len(written) == 0 {
		return nil, nil
	}
	from := written[0]
	stage := NewStage(s.Content)
	for _, language := range s.Languages {
		if !slices.Contains(s.lib.Languages, language) {
			return nil, misuse.Errorf("no storefront is in %q", language)
		}
		if slices.Contains(written, language) {
			return nil, fmt.Errorf("%s already exists", filepath.Join(there, language+".md"))
		}
		original, err := os.ReadFile(filepath.Join(there, from+".md"))
		if err != nil {
			return nil, err
		}
		text, ok := source.BeginTranslation(original, from)
		if !ok {
			return nil, fmt.Errorf("%s has no front matter", filepath.Join(there, from+".md"))
		}
		if err := stage.Add(folder+"/"+language+".md", text); err != nil {
			return nil, err
		}
	}
	// A draft of a translation changes no page, and content may lack other translations: the whole is not checked.
	if _, err := stage.Commit(func(string) ([]diag.Diagnostic, error) { return nil, nil }, false); err != nil {
		return nil, err
	}
	return &Created{Files: stage.Files(), Next: []string{
		"translate the texts of " + s.languageFileNames() + " from " + from + ".md", "remove draft, and generate check",
	}}, nil
}

// defaultLanguages returns the default languages of the deployments, in their order.
func defaultLanguages(lib *catalog.Library) (all []string) {
	for _, d := range lib.Deployments {
		all = append(all, d.DefaultLanguage())
	}
	return all
}

func (s *Skeleton) pageFiles() (map[string]string, []string, error) {
	folder, files := "pages/"+s.Slug+"/", map[string]string{}
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(pageText, YAMLText(s.placeholderTitle(language)),
			YAMLText(s.placeholderSummary(language)),
			source.ProsePlaceholder(language))
	}
	return files, []string{"write the page in " + s.languageFileNames(), "remove draft, and generate check",
		"link to it: a deployment's menu and footer name /" + s.Slug}, nil
}
