package pages

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// TakenAddress is an alias or a redirect that is never followed, since its address has a page.
type TakenAddress struct {
	File    string // below the folder of content
	At      []any  // the path to the address in the file's YAML
	Message string
}

// TakenAddresses returns the aliases and redirects from addresses at which every storefront has a page, and the aliases
// that several pages have. sites are those of all deployments.
func TakenAddresses(c *Content, sites []*Site) (all []TakenAddress) {
	add := func(sites []*Site, file string, at []any, address, language, what string) {
		if hasPage(sites, address, language) {
			message := fmt.Sprintf("there is a page at %s, so this %s leads nowhere", address, what)
			if language != "" {
				message += fmt.Sprintf(" in %q", language)
			}
			all = append(all, TakenAddress{file, at, message})
		}
	}
	redirects := func(sites []*Site, file string, list []any, redirects []payload.Redirect) {
		for i, r := range redirects {
			add(sites, file, append(slices.Clone(list), i, "from"), route.Unescape(r.From), "", "redirect")
		}
	}
	redirects(sites, "redirects.yaml", nil, c.Library.Redirects)
	for _, s := range sites {
		redirects([]*Site{s}, "deployments/"+s.deployment.ID+".yaml", []any{"redirects"}, s.deployment.Redirects)
	}
	files := c.aliases()
	for _, a := range files {
		for i, alias := range a.aliases {
			add(sites, a.file, []any{"aliases", i}, alias, a.language, "alias")
		}
	}
	return append(all, duplicateAliases(files)...)
}

// duplicateAliases returns the aliases that pages of different folders have in one language.
func duplicateAliases(files []fileAliases) (all []TakenAddress) {
	slices.SortStableFunc(files, func(a, b fileAliases) int { return cmp.Compare(a.file, b.file) })
	uses := map[string][]fileAliases{}
	for _, f := range files {
		for i, alias := range f.aliases {
			address := trimSlash(alias)
			if first := slices.IndexFunc(uses[address], func(u fileAliases) bool {
				return path.Dir(u.file) != path.Dir(f.file) &&
					(u.language == f.language || u.language == "" || f.language == "")
			}); first >= 0 {
				all = append(all, TakenAddress{f.file, []any{"aliases", i}, fmt.Sprintf(
					"the alias %s is in %s too; if both pages are shown, it leads to one of them", alias,
					uses[address][first].file)})
			}
			uses[address] = append(uses[address], f)
		}
	}
	return all
}

// hasPage reports whether all sites that have a language have a page at a path, both in this language and in their
// default language, from which an alias redirects if it lacks the page. An empty language means all languages.
func hasPage(sites []*Site, path, language string) bool {
	found := false
	for _, s := range sites {
		for _, code := range s.deployment.Languages {
			if language == "" || code == language || code == s.deployment.DefaultLanguage() &&
				slices.Contains(s.deployment.Languages, language) {
				if found = s.hasPage(code, path); !found {
					return false
				}
			}
		}
	}
	return found
}

// fileAliases are the aliases of a file. language is empty for those of all languages.
type fileAliases struct {
	file, language string
	aliases        []string
}

// aliases returns the aliases of all files that have some.
func (c *Content) aliases() (all []fileAliases) {
	add := func(file, language string, aliases []string) {
		if len(aliases) > 0 {
			all = append(all, fileAliases{file, language, aliases})
		}
	}
	for _, p := range c.Products {
		add("products/"+p.Slug+"/product.yaml", "", p.Aliases)
		for i, language := range c.Library.Languages {
			if t := &p.Texts[i]; t.WrittenIn == nil && len(t.Aliases) > 0 {
				add("products/"+p.Slug+"/"+language+".md", language, t.Aliases)
			}
		}
	}
	place := func(folder, file string, aliases []string, texts map[string]*catalog.PlaceText) {
		add(folder+file, "", aliases)
		for language, t := range texts {
			add(folder+language+".md", language, t.Aliases)
		}
	}
	for _, city := range c.Library.Cities {
		place("cities/"+city.Slug+"/", "city.yaml", city.Aliases, city.Texts)
	}
	for _, category := range c.Library.Categories {
		place("categories/"+category.Slug+"/", "category.yaml", category.Aliases, category.Texts)
	}
	for slug, page := range c.Library.Pages {
		for language, t := range page.Texts {
			add("pages/"+slug+"/"+language+".md", language, t.Aliases)
		}
	}
	for _, p := range c.Posts {
		add("blog/"+p.Folder+"/"+p.Language+".md", p.Language, p.Aliases)
	}
	return all
}
