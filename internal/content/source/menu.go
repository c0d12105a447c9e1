package source

import (
	"net/url"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/suggest"
)

// linkSchemes are those that a menu and a footer may lead to outside of the deployment.
var linkSchemes = []string{"https", "mailto", "tel"}

// checkMenus reports malformed links of a deployment's header and footer. The plan of the deployment checks whether
// their pages exist.
func (l *loader) checkMenus(f *file, d *catalog.Deployment) {
	links := func(at []any, all []catalog.Link) {
		seen := map[string]bool{}
		for i, link := range all {
			l.checkMenuLink(f, childPath(at, i), link, d)
			if link.To != "" && seen[link.To] {
				f.errorAt(childPath(at, i, "to"), "%s appears twice in this list", link.To)
			}
			seen[link.To] = true
		}
	}
	for _, key := range []string{"menu", "footer", "social"} {
		if isEmptyList(f.root.Get(key)) {
			f.errorAt([]any{key}, "this list is empty; leave %s out for what the layout has", key)
		}
	}
	links([]any{"menu"}, d.Menu)
	for i, group := range d.Footer {
		l.checkLocalized(f, []any{"footer", i, "title"}, group.Title, d.Languages)
		if isEmptyList(f.root.Get("footer").Items[i].Get("links")) {
			f.errorAt([]any{"footer", i, "links"}, "this list is empty; leave its column out")
		}
		links([]any{"footer", i, "links"}, group.Links)
	}
	for i, page := range d.Social {
		if u, err := url.Parse(page.To); page.To != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
			f.errorAt([]any{"social", i, "to"}, "%q is not an address such as https://www.instagram.com/wayfare",
				page.To)
		}
	}
}

func isEmptyList(n *yaml.Node) bool { return n != nil && n.Kind == yaml.Sequence && len(n.Items) == 0 }

func (l *loader) checkMenuLink(f *file, at []any, link catalog.Link, d *catalog.Deployment) {
	l.checkLocalized(f, childPath(at, "name"), link.Name, d.Languages)
	if link.To == "" {
		return
	}
	if !link.IsExternal() {
		path, _, _ := strings.Cut(link.To, "#")
		if bare := canonicalPath(path); strings.HasPrefix(path, "/") && bare != path {
			f.errorAt(childPath(at, "to"), "links are written without language and final slash: write %s", bare)
		}
		return
	}
	u, err := url.Parse(link.To)
	switch {
	case err != nil || u.Scheme == "" || u.Scheme == "https" && u.Host == "":
		f.errorAt(childPath(at, "to"),
			"%q is neither a path such as /our-team nor an address that begins with https://, "+
				"mailto: or tel:", link.To)
	case !slices.Contains(linkSchemes, u.Scheme):
		f.errorAt(childPath(at, "to"),
			"links do not lead to %s: addresses; they begin with https://, mailto: or tel:%s",
			u.Scheme, suggest.DidYouMean(u.Scheme, linkSchemes))
	case link.Name == nil:
		f.errorAt(at, "a link to another site needs a name")
	}
}
