package blog

import (
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// configured are the keys of configurations that are read.
var configured = []string{
	"baseURL", "contentDir", "defaultContentLanguage", "languages", "permalinks", "url", "default_lang", "lang",
	"language", "permalink", "languageCode", "locale", "mainSections", "params", "cascade", "defaults", "collections",
	"enableEmoji", "plugins", "gems", "taxonomies", "disableKinds", "ignoreFiles", "disableLanguages", "disabled",
	"module", "theme", "themesDir", "outputs", "frontmatter", "uglyURLs", "disablePathToLower", "pagination",
	"paginate", "paginatePath", "removePathAccents", "outputFormats",
}

// configuration reads a file of the site's configuration, in whichever format it is there, into the top or below keys.
// What was read before stays.
func (b *blog) configuration(name string, under ...string) {
	for _, kind := range [][2]string{{".toml", "toml"}, {".yaml", "yaml"}, {".yml", "yaml"}, {".json", "json"}} {
		data, err := b.root.ReadFile(filepath.FromSlash(name + kind[0]))
		if err != nil {
			continue
		}
		said := strings.ReplaceAll(string(data), "\r\n", "\n")
		if end := yaml.Second(said, 1); end != nil && kind[1] == "yaml" {
			b.at(&post{file: name + kind[0]}, end.Line, end.Col, importer.Note{Why: end.Message})
		}
		n, replaced, err := parseData(said, kind[1], 1)
		if err != nil {
			line, col, why := placeOf(err)
			b.at(&post{file: name + kind[0]}, line, col, importer.Note{Why: "the configuration cannot be read: " + why})
			continue
		}
		b.noteReplaced(&post{file: name + kind[0]}, replaced)
		usualKeys(n, configured)
		into := b.config
		for _, key := range under {
			into = branch(into, key)
		}
		addMissing(into, n)
	}
}

// addMissing adds to a mapping what it does not have yet, in mappings below it too.
func addMissing(into, more *yaml.Node) {
	for i := range more.Pairs {
		pair := more.Pairs[i]
		if there := into.Get(pair.Key.Value); there == nil {
			into.Pairs = append(into.Pairs, pair)
		} else if there.Kind == yaml.Mapping && pair.Value.Kind == yaml.Mapping {
			addMissing(there, &pair.Value)
		}
	}
}

// branch returns the mapping at a key, which it makes where there is none.
func branch(n *yaml.Node, key string) *yaml.Node {
	if there := n.Get(key); there != nil && there.Kind == yaml.Mapping {
		return there
	}
	n.Pairs = append(n.Pairs, yaml.Pair{Key: yaml.Node{Value: key}, Value: yaml.Node{Kind: yaml.Mapping}})
	return &n.Pairs[len(n.Pairs)-1].Value
}

// knowHost takes the host of the old addresses, and the path that they begin with, out of the site's own.
func (b *blog) knowHost(address, below string) {
	if u, err := url.Parse(address); err == nil {
		b.hosts, b.below = []string{u.Host}, strings.TrimSuffix(path.Join("/", u.Path, below), "/")
	}
}

// isOwn reports whether a host is the blog's, with or without www.
func (b *blog) isOwn(host string) bool {
	return slices.ContainsFunc(b.hosts, func(own string) bool {
		return own != "" && strings.EqualFold(strings.TrimPrefix(host, "www."), strings.TrimPrefix(own, "www."))
	})
}

// isElsewhere reports whether an address of the blog's host is no part of the blog: it is not below the blog's own path
// or, where the blog has the whole host, nothing of the blog is below its first part.
func (b *blog) isElsewhere(address string) bool {
	address = path.Clean("/" + address)
	if b.below != "" {
		return address != b.below && !strings.HasPrefix(address, b.below+"/")
	}
	first, _, _ := strings.Cut(address[1:], "/")
	stem := strings.TrimSuffix(first, path.Ext(first))
	if first == "" || first == "page" || termKinds[stem] != "" || b.isLanguage(first) || isNumber.MatchString(first) {
		return false
	}
	for old := range b.byOld {
		if old == "/"+first || strings.HasPrefix(old, "/"+first+"/") {
			return false
		}
	}
	for _, folder := range []string{".", "content", "static", "assets", "pages", "_pages"} {
		for _, name := range []string{literal.Replace(first), literal.Replace(stem) + ".*"} {
			if found, err := fs.Glob(b.root.FS(), path.Join(folder, name)); err != nil || len(found) > 0 {
				return false
			}
		}
	}
	return true
}

var isNumber = lazyregexp.New(`^\d+$`)

// aliases notes further old addresses. Those that begin with a slash are below root, the others below base. ending is
// that of the files that they are; nothing if they are folders.
func (b *blog) aliases(p *post, n *yaml.Node, key, root, base, ending string) {
	if n == nil {
		return
	}
	for _, raw := range words(n) {
		if ending != "" && !isHTML(raw) {
			raw = strings.TrimSuffix(raw, "/") + ending
		}
		if strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, strings.TrimSuffix(root, "/")+"/") {
			raw = path.Join(root, raw)
		}
		if address, ok := b.address(raw, base); ok {
			p.remember(address)
		} else {
			b.at(p, n.Line, n.Col, importer.Note{Field: key, Value: raw,
				Why: "this is no path of the old site; it is left out"})
		}
	}
}
