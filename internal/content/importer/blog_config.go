package importer

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"

	"storefront/internal/content/yaml"
)

// configured are the keys of configurations that are read.
var configured = []string{
	"baseURL", "contentDir", "defaultContentLanguage", "languages", "permalinks", "url", "default_lang", "lang",
	"permalink",
}

// configuration reads a file of the site's configuration, in whichever format it is there, into the key given or at the
// top.
func (b *blog) configuration(name, under string) {
	for _, kind := range [][2]string{{".toml", "toml"}, {".yaml", "yaml"}, {".yml", "yaml"}, {".json", "json"}} {
		data, err := b.root.ReadFile(filepath.FromSlash(name + kind[0]))
		if err != nil {
			continue
		}
		n, err := parseData(strings.ReplaceAll(string(data), "\r\n", "\n"), kind[1], 1)
		if err != nil {
			note := Note{Path: filepath.Join(b.folder, name+kind[0]), Line: 1, Col: 1,
				Why: "the configuration cannot be read: " + err.Error()}
			if at, ok := errors.AsType[*yaml.Error](err); ok {
				note.Line, note.Col, note.Why = at.Line, at.Col, "the configuration cannot be read: "+at.Message
			}
			b.report.note(note)
			continue
		}
		usualKeys(n, configured)
		if under != "" {
			n = &yaml.Node{Kind: yaml.Mapping, Pairs: []yaml.Pair{{Key: yaml.Node{Value: under}, Value: *n}}}
		}
		b.config.Pairs = append(b.config.Pairs, n.Pairs...)
	}
}

// speaks reports whether the configuration names a language.
func (b *blog) speaks(code string) bool {
	all := b.config.Get("languages")
	if all == nil {
		return false
	}
	for i := range all.Items {
		if all.Items[i].Value == code {
			return true
		}
	}
	return all.Get(code) != nil
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
