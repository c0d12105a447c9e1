package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/build/release"
	"storefront/internal/content/diag"
	"storefront/internal/core/route"
)

// gonePages reports the pages that the last build of a site published and this plan has not: of products, cities and
// stories, whose old addresses would find nothing. Where one new page stands beside the old one, it may be the same
// under another name, and keeps the old address as an alias.
func gonePages(content string, s *plannedSite, published []string) (out []diag.Diagnostic) {
	planned, before := map[string]bool{}, map[string]bool{}
	for _, address := range published {
		before[address] = true
	}
	renamed := map[string][]string{} // new pages by the address above them
	for i := range s.items {
		item := &s.items[i]
		if planned[item.Path] = true; !before[item.Path] && item.Bare == item.Path {
			renamed[path.Dir(item.Path)] = append(renamed[path.Dir(item.Path)], item.Path)
		}
	}
	for _, address := range published {
		if planned[address] || s.pages.Redirects(address) || kindOf(address) == "" {
			continue
		}
		d := diag.Diagnostic{Path: filepath.Join(content, "redirects.yaml"), Line: 1, Col: 1, Warning: true,
			Message: fmt.Sprintf("%s was published before, and nothing is there any more; a redirect would lead its "+
				"visitors on", address)}
		var same []string
		for _, now := range renamed[path.Dir(address)] {
			if kindOf(now) == kindOf(address) {
				same = append(same, now)
			}
		}
		if len(same) == 1 {
			d.Path = filepath.Join(content, fileOf(s, same[0]))
			d.Message = fmt.Sprintf("%s was published before, and nothing is there any more; if %s is the same under "+
				"another name, give it aliases: [%s]", address, same[0], address)
		}
		out = append(out, d)
	}
	return out
}

// goneSince reports them for every site that is published in the folder of builds; of no folder there is nothing.
func goneSince(o Options, planned []*plannedSite) (out []diag.Diagnostic, err error) {
	if o.Builds == "" {
		return nil, nil
	}
	for _, s := range planned {
		published, err := publishedPages(release.Folder(o.Builds), s.id)
		if err != nil {
			return nil, err
		}
		out = append(out, gonePages(o.Content, s, published)...)
	}
	return out, nil
}

// kindOf is the kind of content that a page in the default language shows, where its address is made of the content's
// name: products, cities or stories.
func kindOf(address string) string {
	section, name, below := strings.Cut(strings.TrimPrefix(address, "/"), "/")
	switch {
	case strings.Contains(name, "/"):
	case section == "blog" && below:
		return "blog"
	case below && (route.HoldsProducts(true, section) || route.HoldsProducts(false, section)):
		return "products"
	case route.HoldsProducts(false, section):
		return "cities"
	}
	return ""
}

// fileOf is the file below content that can name the aliases of a page.
func fileOf(s *plannedSite, address string) string {
	name := path.Base(address)
	switch kindOf(address) {
	case "blog":
		return "blog/" + name + "/" + s.deployment.DefaultLanguage() + ".md"
	case "products":
		return "products/" + name + "/product.yaml"
	}
	return "cities/" + strings.TrimPrefix(name, strings.TrimPrefix(route.City(""), "/")) + "/city.yaml"
}

// publishedPages returns the addresses of the live build of a deployment; nothing where there is none.
func publishedPages(folder release.Folder, deployment string) (addresses []string, err error) {
	_, files, err := release.Live(filepath.Join(string(folder), "public", deployment))
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
