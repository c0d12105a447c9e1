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

// configKeys are the keys of configurations that the import reads.
var configKeys = []string{
	"baseURL", "contentDir", "defaultContentLanguage", "languages", "permalinks", "url", "default_lang", "lang",
	"language", "permalink", "languageCode", "locale", "mainSections", "params", "cascade", "defaults", "collections",
	"enableEmoji", "plugins", "gems", "taxonomies", "disableKinds", "ignoreFiles", "disableLanguages", "disabled",
	"module", "theme", "themesDir", "outputs", "frontmatter", "uglyURLs", "disablePathToLower", "pagination",
	"paginate", "paginatePath", "removePathAccents", "outputFormats",
}

// readConfig reads a configuration file, in any of its formats, into b.config or into the mapping below keys. Values
// that are already set stay.
func (b *blog) readConfig(name string, under ...string) {
	for _, kind := range [][2]string{{".toml", "toml"}, {".yaml", "yaml"}, {".yml", "yaml"}, {".json", "json"}} {
		data, err := b.root.ReadFile(filepath.FromSlash(name + kind[0]))
		if err != nil {
			continue
		}
		said := strings.ReplaceAll(string(data), "\r\n", "\n")
		if end := yaml.SecondDocument(said, 1); end != nil && kind[1] == "yaml" {
			b.noteAt(&post{file: name + kind[0]}, end.Line, end.Col, importer.Note{Why: end.Message})
		}
		n, duplicates, err := parseData(said, kind[1], 1)
		if err != nil {
			line, col, why := errorPosition(err)
			b.noteAt(&post{file: name + kind[0]}, line, col,
				importer.Note{Why: "the configuration cannot be read: " + why})
			continue
		}
		b.noteDuplicates(&post{file: name + kind[0]}, duplicates)
		normaliseKeys(n, configKeys)
		into := b.config
		for _, key := range under {
			into = ensureMapping(into, key)
		}
		addMissing(into, n)
	}
}

// addMissing copies the pairs that a mapping lacks, recursively.
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

// ensureMapping returns the mapping at a key, and adds it if it is missing.
func ensureMapping(n *yaml.Node, key string) *yaml.Node {
	if there := n.Get(key); there != nil && there.Kind == yaml.Mapping {
		return there
	}
	n.Pairs = append(n.Pairs, yaml.Pair{Key: yaml.Node{Value: key}, Value: yaml.Node{Kind: yaml.Mapping}})
	return &n.Pairs[len(n.Pairs)-1].Value
}

// setHost sets the host and the base path of the old addresses from the site's address.
func (b *blog) setHost(address, below string) {
	if u, err := url.Parse(address); err == nil {
		b.hosts, b.basePath = []string{u.Host}, strings.TrimSuffix(path.Join("/", u.Path, below), "/")
	}
}

// isOwnHost reports whether a host is the blog's, with or without www.
func (b *blog) isOwnHost(host string) bool {
	return slices.ContainsFunc(b.hosts, func(own string) bool {
		return own != "" && strings.EqualFold(strings.TrimPrefix(host, "www."), strings.TrimPrefix(own, "www."))
	})
}

// isOutsideBlog reports whether an address on the blog's host is not part of the blog: it is outside the base path or,
// where the blog has the whole host, nothing of the blog is below its first segment.
func (b *blog) isOutsideBlog(address string) bool {
	address = path.Clean("/" + address)
	if b.basePath != "" {
		return address != b.basePath && !strings.HasPrefix(address, b.basePath+"/")
	}
	first, _, _ := strings.Cut(address[1:], "/")
	stem := strings.TrimSuffix(first, path.Ext(first))
	if first == "" || first == "page" || termKinds[stem] != "" || b.isLanguage(first) || isNumber.MatchString(first) {
		return false
	}
	for old := range b.byAddress {
		if old == "/"+first || strings.HasPrefix(old, "/"+first+"/") {
			return false
		}
	}
	for _, folder := range []string{".", "content", "static", "assets", "pages", "_pages"} {
		for _, name := range []string{globEscaper.Replace(first), globEscaper.Replace(stem) + ".*"} {
			if found, err := fs.Glob(b.root.FS(), path.Join(folder, name)); err != nil || len(found) > 0 {
				return false
			}
		}
	}
	return true
}

var isNumber = lazyregexp.New(`^\d+$`)

// addAliases adds further old addresses. Those that begin with a slash are relative to root, the others to base. ending
// is the extension of the files, empty for folders.
func (b *blog) addAliases(p *post, n *yaml.Node, key, root, base, ending string) {
	if n == nil {
		return
	}
	for _, raw := range textsOf(n) {
		if ending != "" && !isHTML(raw) {
			raw = strings.TrimSuffix(raw, "/") + ending
		}
		if strings.HasPrefix(raw, "/") && !strings.HasPrefix(raw, strings.TrimSuffix(root, "/")+"/") {
			raw = path.Join(root, raw)
		}
		if address, ok := b.aliasOf(raw, base); ok {
			p.addOldAddress(address)
		} else {
			b.noteAt(p, n.Line, n.Col, importer.Note{Field: key, Value: raw,
				Why: "this is not a path of the old site; it is left out"})
		}
	}
}
