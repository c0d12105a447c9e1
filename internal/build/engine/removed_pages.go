package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// removedPagesCheck compares the published pages of a site with its plan. It warns of addresses of products, cities,
// categories, stories and prose that would have no page any more. If the page has another address now, the warning
// suggests an alias.
type removedPagesCheck struct {
	content        string
	site           *plannedSite
	root           string          // the live tree
	published      map[string]bool // published addresses
	planned        map[string]*pages.Item
	addedAddresses map[string][]string // addresses that are not published yet, by the address above them
	cityMoves      map[string]string   // new addresses of cities by their former ones
	customSlugs    []payload.MovedPage // published pages whose slugs differ from the names of their folders
}

// removedPages returns a warning for each published page that the planned sites no longer have, once if it is the same
// in several sites; none without a folder of builds.
func removedPages(o Options, planned []*plannedSite) (out []diag.Diagnostic, err error) {
	if o.Builds == "" {
		return nil, nil
	}
	isReported := map[diag.Diagnostic]bool{}
	for _, s := range planned {
		root := filepath.Join(o.Builds, "public", s.id)
		published, err := publishedPages(root)
		if err != nil {
			return nil, err
		}
		check := newRemovedPagesCheck(o.Content, root, s, published)
		for _, d := range slices.Concat(check.removedPageWarnings(published), check.renamedProducts(published),
			check.brokenFolderRedirects()) {
			if !isReported[d] {
				isReported[d], out = true, append(out, d)
			}
		}
	}
	return out, nil
}

func newRemovedPagesCheck(content, root string, s *plannedSite, published []string) *removedPagesCheck {
	c := &removedPagesCheck{content: content, site: s, root: root, published: map[string]bool{},
		planned: map[string]*pages.Item{}, addedAddresses: map[string][]string{}, cityMoves: map[string]string{}}
	if data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(payload.AddressesFile))); err == nil {
		_ = json.Unmarshal(data, &c.customSlugs) // older builds do not have this file
	}
	for _, address := range published {
		c.published[address] = true
	}
	for i := range s.items {
		item := s.items[i]
		if c.planned[item.Path] = item; !c.published[item.Path] {
			c.addedAddresses[path.Dir(item.Path)] = append(c.addedAddresses[path.Dir(item.Path)], item.Path)
		}
	}
	return c
}

// removedPageWarnings returns a warning for each removed page. It omits those that an alias of another one redirects:
// an alias in the default language redirects in the others too, and an alias of a city redirects to its products.
func (c *removedPagesCheck) removedPageWarnings(published []string) (out []diag.Diagnostic) {
	for _, address := range published {
		language, unprefixed := c.splitLanguage(address)
		if c.planned[address] != nil || c.site.pages.IsRedirected(address) || kindOf(unprefixed) == "" ||
			!slices.Contains(c.site.deployment.Languages, language) {
			continue
		}
		if address != unprefixed && c.published[unprefixed] && c.planned[unprefixed] == nil &&
			!c.site.pages.IsRedirected(unprefixed) {
			continue
		}
		now := c.successor(address, unprefixed, language)
		if kindOf(unprefixed) == "cities" && now != nil {
			c.cityMoves[address] = now.Path
		}
		if now != nil && c.cityMoves[path.Dir(address)] == path.Dir(now.Path) &&
			slices.Contains([]string{path.Base(now.Path), path.Base(now.Folder)}, path.Base(address)) {
			continue
		}
		out = append(out, c.warning(address, unprefixed, language, now))
	}
	return out
}

// brokenFolderRedirects returns a warning for each address with the name of a folder that redirected to a page with a
// custom slug and no longer does, since the folder was renamed.
func (c *removedPagesCheck) brokenFolderRedirects() (out []diag.Diagnostic) {
	hasNoPage := func(address string) bool { return c.planned[address] == nil && !c.site.pages.IsRedirected(address) }
	defaultLanguage := c.site.deployment.DefaultLanguage()
	for _, page := range c.customSlugs {
		for _, language := range c.site.deployment.Languages {
			from := route.JoinPrefix(route.LanguagePrefix(language, defaultLanguage), page.Named)
			to := page.Paths[language]
			// An alias in the default language redirects in the others too.
			isInherited := language != defaultLanguage && page.Paths[defaultLanguage] != "" && hasNoPage(page.Named)
			if to == "" || to == from || isInherited || !hasNoPage(from) {
				continue
			}
			now := c.planned[to]
			if now == nil {
				_, unprefixed := c.splitLanguage(to)
				now = c.successor(to, unprefixed, language)
			}
			if now == nil {
				continue
			}
			d := c.warning(from, page.Named, language, now)
			d.Message = fmt.Sprintf("%s led to %s before, by the name of its folder, and leads nowhere any more; "+
				"keep it with aliases: [%s]", route.Unescape(from), route.Unescape(to), route.Unescape(page.Named))
			out = append(out, d)
		}
	}
	return out
}

// splitLanguage returns the language of an address, and the path without the prefix of the language.
func (c *removedPagesCheck) splitLanguage(address string) (language, unprefixed string) {
	language, unprefixed = route.SplitLanguage(address)
	return cmp.Or(language, c.site.deployment.DefaultLanguage()), unprefixed
}

func (c *removedPagesCheck) warning(address, unprefixed, language string, now *pages.Item) diag.Diagnostic {
	d := diag.Diagnostic{Path: filepath.Join(c.content, "redirects.yaml"), Line: 1, Col: 1, Warning: true,
		Message: fmt.Sprintf("%s was published before, and nothing is there any more; a line in redirects.yaml leads "+
			"its visitors on, such as - {from: %s, to: %s}", route.Unescape(address), route.Unescape(unprefixed),
			route.Unescape(c.nearestPageAbove(unprefixed, language)))}
	if now != nil {
		d.Path = filepath.Join(c.content, aliasFileOf(now, language, c.site.deployment.DefaultLanguage()))
		d.Message = fmt.Sprintf("%s was published before, and nothing is there any more; if %s is the same under "+
			"another name, give it aliases: [%s]", route.Unescape(address), route.Unescape(now.Path),
			route.Unescape(unprefixed))
		former := c.readLivePage(address).Slug
		if now.Folder != "products/"+former && kindOf(unprefixed) == "products" {
			d.Message += ", or, if it is booked, " + keepFolderAdvice(former, now)
		}
	}
	return d
}

// renamedProducts returns a warning for each published product whose address leads to a product in another folder now.
func (c *removedPagesCheck) renamedProducts(published []string) (out []diag.Diagnostic) {
	folders := map[string]bool{}
	for i := range c.site.items {
		folders[c.site.items[i].Folder] = true
	}
	former := map[string]string{} // ids of products by address in the default language
	for _, address := range published {
		_, unprefixed := c.splitLanguage(address)
		if address == unprefixed && kindOf(unprefixed) == "products" && c.planned[address] == nil {
			former[address] = c.readLivePage(address).Slug
		}
	}
	defaultLanguage := c.site.deployment.DefaultLanguage()
	for _, page := range c.customSlugs { // these keep their addresses if the folder is renamed
		if address := page.Paths[defaultLanguage]; page.Product != "" && address != "" {
			former[address] = page.Product
		}
	}
	for _, address := range slices.Sorted(maps.Keys(former)) {
		now := c.planned[address]
		if now == nil {
			now = c.planned[route.Escape(c.site.pages.RedirectTarget(address))]
		}
		id := former[address]
		if id == "" || folders["products/"+id] || now == nil || !strings.HasPrefix(now.Folder, "products/") {
			continue
		}
		d := c.warning(address, address, defaultLanguage, now)
		d.Message = fmt.Sprintf("%s leads here now; if products/%s is this product and is booked, %s",
			route.Unescape(address), id, keepFolderAdvice(id, now))
		out = append(out, d)
	}
	return out
}

// keepFolderAdvice explains how a booked product gets another address and keeps its folder.
func keepFolderAdvice(former string, now *pages.Item) string {
	return fmt.Sprintf("name its folder products/%s again and give its texts the slug %s: bookings belong to a "+
		"folder, and a product in another one sells its seats again", former, path.Base(route.Unescape(now.Path)))
}

// nearestPageAbove returns the path of the nearest planned page above a path in a language, such as the listing of a
// product or the blog of a story.
func (c *removedPagesCheck) nearestPageAbove(unprefixed, language string) string {
	prefix := route.LanguagePrefix(language, c.site.deployment.DefaultLanguage())
	for unprefixed != "/" {
		if unprefixed = path.Dir(unprefixed); c.planned[route.JoinPrefix(prefix, unprefixed)] != nil {
			break
		}
	}
	return unprefixed
}

// livePage has the values of a page's payload about its product or place.
type livePage struct {
	payload.Page
	Slug, ID string
	Of       payload.ListingOf
}

// readLivePage returns the page of the live build at an address; empty if its payload cannot be read.
func (c *removedPagesCheck) readLivePage(address string) (p livePage) {
	if data, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(release.PayloadOf(address)))); err == nil {
		_ = json.Unmarshal(data, &p) // p stays empty if the payload is damaged
	}
	return p
}

// contentFolderOf returns the content folder of a page of the live build.
func (c *removedPagesCheck) contentFolderOf(address string) string {
	language, unprefixed := c.splitLanguage(address)
	switch old := c.readLivePage(address); {
	case old.Kind == payload.KindProduct && old.Slug != "":
		return "products/" + old.Slug
	case old.Of == payload.OfCity && old.ID != "":
		return "cities/" + old.ID
	case old.Of == payload.OfCategory && old.ID != "":
		return "categories/" + old.ID
	case old.Kind == payload.KindText:
		return "pages" + unprefixed
	}
	for _, page := range c.customSlugs {
		if page.Paths[language] == address {
			unprefixed = page.Named
		}
	}
	return strings.TrimPrefix(unprefixed, "/")
}

// isWithdrawn reports whether content still has the folder of a page that is no longer published.
func (c *removedPagesCheck) isWithdrawn(address string) bool {
	_, err := os.Stat(filepath.Join(c.content, filepath.FromSlash(c.contentFolderOf(address))))
	return err == nil
}

// successor returns the planned page that replaces a former address: the page of the same product or place, the page
// whose address in another language is unchanged, or the only new page beside the old one. It is nil if there is none.
func (c *removedPagesCheck) successor(address, unprefixed, language string) *pages.Item {
	old, folder := c.readLivePage(address), c.contentFolderOf(address)
	for i := range c.site.items {
		item := c.site.items[i]
		if item.Folder == folder && item.Language == language && kindOf(item.UnprefixedPath) != "" {
			return item
		}
	}
	for _, other := range c.site.deployment.Languages {
		at := cmp.Or(old.Paths[other], unprefixed)
		item := c.planned[route.JoinPrefix(route.LanguagePrefix(other, c.site.deployment.DefaultLanguage()), at)]
		if item == nil || other == language || item.Folder == "" {
			continue
		}
		now := c.planned[route.JoinPrefix(route.LanguagePrefix(language, c.site.deployment.DefaultLanguage()),
			cmp.Or(item.Paths[language], item.UnprefixedPath))]
		if now != nil && now.Folder == item.Folder {
			return now
		}
	}
	return c.onlyNewSibling(address, unprefixed, language)
}

// onlyNewSibling returns the only new page of the same kind beside a former address. It returns nil for a withdrawn
// page, and if several addresses were removed, since it is unknown which of them was renamed.
func (c *removedPagesCheck) onlyNewSibling(address, unprefixed, language string) (sibling *pages.Item) {
	if c.isWithdrawn(address) {
		return nil
	}
	for _, now := range c.addedAddresses[path.Dir(address)] {
		item := c.planned[now]
		if item.Language != language || item.Folder == "" || kindOf(item.UnprefixedPath) != kindOf(unprefixed) {
			continue
		}
		if sibling != nil {
			return nil
		}
		sibling = item
	}
	for other := range c.published {
		otherLanguage, otherUnprefixed := c.splitLanguage(other)
		if other != address && otherLanguage == language && path.Dir(other) == path.Dir(address) &&
			c.planned[other] == nil && kindOf(otherUnprefixed) == kindOf(unprefixed) &&
			!c.site.pages.IsRedirected(other) && !c.isWithdrawn(other) {
			return nil
		}
	}
	return sibling
}

// termKinds are the kinds of terms of stories that have pages below /blog.
var termKinds = []string{string(payload.TagTerm), string(payload.AuthorTerm), string(payload.SeriesTerm)}

// kindOf returns the kind of content of a path: products, cities, blog, terms (of stories), or top for the single
// segments of categories and pages of prose. It is empty for other pages, whose paths are not names of content.
func kindOf(unprefixed string) string {
	section, name, below := strings.Cut(strings.TrimPrefix(unprefixed, "/"), "/")
	switch kind, term, isTerm := strings.Cut(name, "/"); {
	case section == "blog" && isTerm && slices.Contains(termKinds, kind) && !strings.Contains(term, "/"):
		return "terms"
	case strings.Contains(name, "/"), section == "":
	case section == "blog" && below:
		return "blog"
	case below && (route.HoldsProducts(true, section) || route.HoldsProducts(false, section)):
		return "products"
	case below:
	case route.HoldsProducts(false, section):
		return "cities"
	default:
		return "top"
	}
	return ""
}

// aliasFileOf returns the content file in which an alias of a page in a language belongs. Files of facts have aliases
// for all languages, texts have those of their own language.
func aliasFileOf(item *pages.Item, language, defaultLanguage string) string {
	kind, name, _ := strings.Cut(item.Folder, "/")
	facts := map[string]string{"products": "product.yaml", "cities": "city.yaml", "categories": "category.yaml"}[kind]
	if facts != "" && language == defaultLanguage && strings.HasSuffix(item.UnprefixedPath, name) {
		return item.Folder + "/" + facts
	}
	return item.Folder + "/" + language + ".md"
}

// publishedPages returns the addresses of the live build in a tree; empty if there is none.
func publishedPages(root string) (addresses []string, err error) {
	_, files, err := release.ReadTree(root)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	for file := range files {
		if address, isPage := release.PageOf(file); isPage {
			addresses = append(addresses, address)
		}
	}
	slices.Sort(addresses)
	return addresses, nil
}
