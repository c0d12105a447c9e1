package importer

import (
	"net/url"
	"path/filepath"
	"strings"

	"storefront/internal/content/yaml"
)

// configured are the keys of configurations that are read.
var configured = []string{
	"baseURL", "contentDir", "defaultContentLanguage", "languages", "permalinks", "url", "default_lang", "lang",
	"permalink", "languageCode", "locale", "mainSections", "params", "cascade", "defaults", "collections",
	"enableEmoji", "plugins", "gems",
}

// configuration reads a file of the site's configuration, in whichever format it is there, into the top or below keys.
func (b *blog) configuration(name string, under ...string) {
	for _, kind := range [][2]string{{".toml", "toml"}, {".yaml", "yaml"}, {".yml", "yaml"}, {".json", "json"}} {
		data, err := b.root.ReadFile(filepath.FromSlash(name + kind[0]))
		if err != nil {
			continue
		}
		n, replaced, err := parseData(strings.ReplaceAll(string(data), "\r\n", "\n"), kind[1], 1)
		if err != nil {
			line, col, why := placeOf(err)
			b.at(&post{file: name + kind[0]}, line, col, Note{Why: "the configuration cannot be read: " + why})
			continue
		}
		b.noteReplaced(&post{file: name + kind[0]}, replaced)
		usualKeys(n, configured)
		into := b.config
		for _, key := range under {
			into = branch(into, key)
		}
		into.Pairs = append(into.Pairs, n.Pairs...)
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

// knowHost takes the host of the old addresses out of the site's own.
func (b *blog) knowHost(address string) {
	if u, err := url.Parse(address); err == nil {
		b.host = u.Host
	}
}

// aliases notes further old addresses.
func (b *blog) aliases(p *post, n *yaml.Node, key, base string) {
	if n == nil {
		return
	}
	for _, raw := range words(n) {
		if address, ok := b.address(raw, base); ok {
			p.remember(address)
		} else {
			b.at(p, n.Line, n.Col, Note{Field: key, Value: raw, Why: "this is no path of the old site; it is left out"})
		}
	}
}
