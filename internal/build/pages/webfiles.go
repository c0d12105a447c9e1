package pages

import (
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	"storefront/internal/core/route"
)

// WebFile is a file of a web root that is not a page.
type WebFile struct {
	Path string
	Data []byte
}

// WebFiles returns the files that follow from the plan, without sitemaps: robots.txt, feeds, llms.txt, redirects in the
// forms that static hosts read, and the shells, by which the development server renders pages without the generator.
func (s *Site) WebFiles(shells []payload.Shell, day time.Time) ([]WebFile, error) {
	files := []WebFile{s.robots()}
	for _, language := range s.deployment.Languages {
		feed, err := s.blogFeed(language, day)
		if err != nil {
			return nil, err
		}
		terms, err := s.termFeeds(language, day)
		if err != nil {
			return nil, err
		}
		files = append(append(files, feed, s.llms(language)), terms...)
	}
	for _, shell := range shells {
		data, err := payload.JSON(shell)
		if err != nil {
			return nil, err
		}
		files = append(files, WebFile{payload.ShellPrefix + shell.Locale + ".json", data})
	}
	moved := s.MovedPages()
	addresses, err := payload.JSON(moved)
	if err != nil {
		return nil, err
	}
	rules := redirect.ForBuild(s.Manifest("", "", day), moved)
	return append(files,
		WebFile{payload.AddressesFile, addresses},
		WebFile{"_redirects", rules.RedirectsFile(s.deployment.BaseURL, s.hasPage)},
		WebFile{"builds/meta/redirects.conf", rules.Nginx(s.deployment.ID)},
	), nil
}

// hasPage reports whether a language has a page at a path without its prefix.
func (s *Site) hasPage(language, path string) bool {
	return s.forLanguage(language).paths[language][route.Escape(trimSlash(path))]
}
