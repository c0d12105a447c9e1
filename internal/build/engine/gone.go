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

// goneCheck compares the pages that the last build of a site published with its plan. It reports pages of
// products, cities, categories, stories and prose whose addresses would have no page. If the page has another address
// now, an alias can keep the old one.
type goneCheck struct {
	content string
	site    *plannedSite
	root    string          // the live tree
	before  map[string]bool // published addresses
	planned map[string]*pages.Item
	renamed map[string][]string // new addresses by the address above them
	moved   map[string]string   // cities' new addresses by their former ones
	slugged []payload.MovedPage // pages of the last build whose slugs are not the names of their folders
}

// goneSince reports the pages that were removed from each site that is published in the folder of builds; none without
// a folder.
func goneSince(o Options, planned []*plannedSite) (out []diag.Diagnostic, err error) {
	if o.Builds == "" {
		return nil, nil
	}
	for _, s := range planned {
		root := filepath.Join(o.Builds, "public", s.id)
		published, err := publishedPages(root)
		if err != nil {
			return nil, err
		}
		check := newGoneCheck(o.Content, root, s, published)
		out = append(append(append(out, check.report(published)...), check.renamedProducts(published)...),
			check.lostMoves()...)
	}
	return out, nil
}

func newGoneCheck(content, root string, s *plannedSite, published []string) *goneCheck {
	c := &goneCheck{content: content, site: s, root: root, before: map[string]bool{},
		planned: map[string]*pages.Item{}, renamed: map[string][]string{}, moved: map[string]string{}}
	if data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(payload.AddressesFile))); err == nil {
		_ = json.Unmarshal(data, &c.slugged) // a build from before pages could have slugs has no file
	}
	for _, address := range published {
		c.before[address] = true
	}
	for i := range s.items {
		item := s.items[i]
		if c.planned[item.Path] = item; !c.before[item.Path] {
			c.renamed[path.Dir(item.Path)] = append(c.renamed[path.Dir(item.Path)], item.Path)
		}
	}
	return c
}

// report returns a warning for each removed page. An alias in the default language redirects in the others too, and one
// of a city redirects to its products.
func (c *goneCheck) report(published []string) (out []diag.Diagnostic) {
	for _, address := range published {
		language, bare := c.split(address)
		if c.planned[address] != nil || c.site.pages.IsRedirected(address) || kindOf(bare) == "" ||
			!slices.Contains(c.site.deployment.Languages, language) {
			continue
		}
		if address != bare && c.before[bare] && c.planned[bare] == nil && !c.site.pages.IsRedirected(bare) {
			continue
		}
		now := c.successor(address, bare, language)
		if kindOf(bare) == "cities" && now != nil {
			c.moved[address] = now.Path
		}
		if now != nil && c.moved[path.Dir(address)] == path.Dir(now.Path) &&
			slices.Contains([]string{path.Base(now.Path), path.Base(now.Folder)}, path.Base(address)) {
			continue
		}
		out = append(out, c.warning(address, bare, language, now))
	}
	return out
}

// lostMoves returns a warning for each address by the names of folders that redirected to a page with a slug of its
// own, and no longer does since the folder was renamed.
func (c *goneCheck) lostMoves() (out []diag.Diagnostic) {
	leadsNowhere := func(address string) bool {
		return c.planned[address] == nil &&
			!c.site.pages.IsRedirected(address)
	}
	standard := c.site.deployment.DefaultLanguage()
	for _, page := range c.slugged {
		for _, language := range c.site.deployment.Languages {
			from, to := route.Join(route.Prefix(language, standard), page.Named), page.Paths[language]
			// An alias for the default language leads there in the others too.
			kept := language != standard && page.Paths[standard] != "" && leadsNowhere(page.Named)
			if to == "" || to == from || kept || !leadsNowhere(from) {
				continue
			}
			now := c.planned[to]
			if now == nil {
				_, bare := c.split(to)
				now = c.successor(to, bare, language)
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

// split returns the language of an address, and its path without a prefix.
func (c *goneCheck) split(address string) (language, bare string) {
	language, bare = route.Split(address)
	return cmp.Or(language, c.site.deployment.DefaultLanguage()), bare
}

func (c *goneCheck) warning(address, bare, language string, now *pages.Item) diag.Diagnostic {
	d := diag.Diagnostic{Path: filepath.Join(c.content, "redirects.yaml"), Line: 1, Col: 1, Warning: true,
		Message: fmt.Sprintf("%s was published before, and nothing is there any more; a line in redirects.yaml leads "+
			"its visitors on, such as - {from: %s, to: %s}", route.Unescape(address), route.Unescape(bare),
			route.Unescape(c.above(bare, language)))}
	if now != nil {
		d.Path = filepath.Join(c.content, fileOf(now, language, c.site.deployment.DefaultLanguage()))
		d.Message = fmt.Sprintf("%s was published before, and nothing is there any more; if %s is the same under "+
			"another name, give it aliases: [%s]", route.Unescape(address), route.Unescape(now.Path),
			route.Unescape(bare))
		if former := c.shown(address).Slug; now.Folder != "products/"+former && kindOf(bare) == "products" {
			d.Message += ", or, if it is booked, " + keepFolder(former, now)
		}
	}
	return d
}

// renamedProducts returns a warning for each product of the last build whose address leads to one in another folder
// now.
func (c *goneCheck) renamedProducts(published []string) (out []diag.Diagnostic) {
	folders := map[string]bool{}
	for i := range c.site.items {
		folders[c.site.items[i].Folder] = true
	}
	former := map[string]string{} // ids by address in the default language
	for _, address := range published {
		if _, bare := c.split(address); address == bare && kindOf(bare) == "products" && c.planned[address] == nil {
			former[address] = c.shown(address).Slug
		}
	}
	standard := c.site.deployment.DefaultLanguage()
	for _, page := range c.slugged { // whose addresses stay under another name of the folder
		if address := page.Paths[standard]; page.Product != "" && address != "" {
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
		d := c.warning(address, address, standard, now)
		d.Message = fmt.Sprintf("%s leads here now; if products/%s is this product and is booked, %s",
			route.Unescape(address), id, keepFolder(id, now))
		out = append(out, d)
	}
	return out
}

// keepFolder returns the advice on how a booked product gets another address.
func keepFolder(former string, now *pages.Item) string {
	return fmt.Sprintf("name its folder products/%s again and give its texts the slug %s: bookings belong to a "+
		"folder, and a product in another one sells its seats again", former, path.Base(route.Unescape(now.Path)))
}

// above returns the path of the nearest page above a path, in a language: of the listing of a product, or of the blog
// of a story.
func (c *goneCheck) above(bare, language string) string {
	prefix := route.Prefix(language, c.site.deployment.DefaultLanguage())
	for bare != "/" {
		if bare = path.Dir(bare); c.planned[route.Join(prefix, bare)] != nil {
			break
		}
	}
	return bare
}

// shownPage has the values of a page's payload about its product or place.
type shownPage struct {
	payload.Page
	Slug, ID string
	Of       payload.ListingOf
}

// shown returns the page of the live build at an address.
func (c *goneCheck) shown(address string) (p shownPage) {
	if data, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(release.PayloadOf(address)))); err == nil {
		_ = json.Unmarshal(data, &p) // a damaged payload names nothing
	}
	return p
}

// folderOf returns the folder of content that a page of the live build was made of.
func (c *goneCheck) folderOf(address string) string {
	language, bare := c.split(address)
	switch old := c.shown(address); {
	case old.Kind == payload.KindProduct && old.Slug != "":
		return "products/" + old.Slug
	case old.Of == payload.OfCity && old.ID != "":
		return "cities/" + old.ID
	case old.Of == payload.OfCategory && old.ID != "":
		return "categories/" + old.ID
	case old.Kind == payload.KindText:
		return "pages" + bare
	}
	for _, page := range c.slugged {
		if page.Paths[language] == address {
			bare = page.Named
		}
	}
	return strings.TrimPrefix(bare, "/")
}

// isWithdrawn reports whether content has the folder of a page that is not published any more.
func (c *goneCheck) isWithdrawn(address string) bool {
	_, err := os.Stat(filepath.Join(c.content, filepath.FromSlash(c.folderOf(address))))
	return err == nil
}

// successor returns the page that a former address may belong to: the page of the same product or place, the same page
// by its address in another language, or the only new page beside the old one. It is nil if there is none.
func (c *goneCheck) successor(address, bare, language string) *pages.Item {
	old, folder := c.shown(address), c.folderOf(address)
	for i := range c.site.items {
		item := c.site.items[i]
		if item.Folder == folder && item.Language == language && kindOf(item.UnprefixedPath) != "" {
			return item
		}
	}
	for _, other := range c.site.deployment.Languages {
		at := cmp.Or(old.Paths[other], bare)
		item := c.planned[route.Join(route.Prefix(other, c.site.deployment.DefaultLanguage()), at)]
		if item == nil || other == language || item.Folder == "" {
			continue
		}
		now := c.planned[route.Join(route.Prefix(language, c.site.deployment.DefaultLanguage()),
			cmp.Or(item.Paths[language], item.UnprefixedPath))]
		if now != nil && now.Folder == item.Folder {
			return now
		}
	}
	return c.renamedTo(address, bare, language)
}

// renamedTo returns the only new page of the same kind beside a former address; none for a page that is withdrawn, and
// if several addresses were removed, since it is unknown which of them was renamed.
func (c *goneCheck) renamedTo(address, bare, language string) (one *pages.Item) {
	if c.isWithdrawn(address) {
		return nil
	}
	for _, now := range c.renamed[path.Dir(address)] {
		item := c.planned[now]
		if item.Language != language || item.Folder == "" || kindOf(item.UnprefixedPath) != kindOf(bare) {
			continue
		}
		if one != nil {
			return nil
		}
		one = item
	}
	for other := range c.before {
		of, otherBare := c.split(other)
		if other != address && of == language && path.Dir(other) == path.Dir(address) && c.planned[other] == nil &&
			kindOf(otherBare) == kindOf(bare) && !c.site.pages.IsRedirected(other) && !c.isWithdrawn(other) {
			return nil
		}
	}
	return one
}

// terms are the kinds of pages of stories' terms, below /blog.
var terms = []string{string(payload.TagTerm), string(payload.AuthorTerm), string(payload.SeriesTerm)}

// kindOf returns the kind of content of a page whose path is made of the content's name: products, cities, stories,
// terms of stories, or, for a single segment, categories and pages of prose.
func kindOf(bare string) string {
	section, name, below := strings.Cut(strings.TrimPrefix(bare, "/"), "/")
	switch kind, term, isTerm := strings.Cut(name, "/"); {
	case section == "blog" && isTerm && slices.Contains(terms, kind) && !strings.Contains(term, "/"):
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

// fileOf is the file below content that can name an alias of a page in a language. Facts have the aliases of all
// languages, texts those of their own.
func fileOf(item *pages.Item, language, standard string) string {
	kind, name, _ := strings.Cut(item.Folder, "/")
	facts := map[string]string{"products": "product.yaml", "cities": "city.yaml", "categories": "category.yaml"}[kind]
	if facts != "" && language == standard && strings.HasSuffix(item.UnprefixedPath, name) {
		return item.Folder + "/" + facts
	}
	return item.Folder + "/" + language + ".md"
}

// publishedPages returns the addresses of the live build in a tree; empty if there is none.
func publishedPages(root string) (addresses []string, err error) {
	_, files, err := release.Live(root)
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
