package webroot

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	"storefront/internal/core/route"
	"storefront/internal/serve/live"
)

// ruleCache caches the redirect rules of each deployment's build.
type ruleCache struct {
	mu    sync.Mutex
	rules map[string]buildRules // by deployment
}

type buildRules struct {
	build string
	rules *redirect.Rules
	// isSupplier and prefixes determine the paths of products.
	isSupplier bool
	prefixes   []string
	// moves are the other addresses of pages with a slug of their own; products are the addresses of products among
	// them, by a prefix and the end of any of their addresses: "/ar/dunes".
	moves    map[string]redirect.Move
	products map[string]string
}

// get returns the rules of a tree's build. The id of a build identifies them, because its manifest never changes.
func (b *ruleCache) get(t *tree) (buildRules, error) {
	var latest struct{ ID string }
	if err := t.readJSON("builds/meta/latest.json", &latest); err != nil {
		return buildRules{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if known, ok := b.rules[t.deployment]; ok && known.build == latest.ID {
		return known, nil
	}
	if !live.IsValidID(latest.ID) {
		return buildRules{}, fmt.Errorf("%s: %q is not a build id", t.deployment, latest.ID)
	}
	var m payload.Manifest
	if err := t.readJSON("builds/meta/"+latest.ID+".json", &m); err != nil {
		return buildRules{}, err
	}
	var moved []payload.MovedPage
	if err := t.readJSON(payload.AddressesFile, &moved); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return buildRules{}, err
	}
	known := rulesOf(m, moved)
	known.build = latest.ID
	if b.rules == nil {
		b.rules = map[string]buildRules{}
	}
	b.rules[t.deployment] = known
	return known, nil
}

// rulesOf returns the rules of a build. One that was made before pages could have slugs has no moved pages.
func rulesOf(m payload.Manifest, moved []payload.MovedPage) buildRules {
	b := buildRules{isSupplier: m.Supplier, rules: redirect.ForBuild(m, moved), moves: map[string]redirect.Move{},
		products: map[string]string{}}
	for _, l := range m.Locales {
		b.prefixes = append(b.prefixes, l.Prefix)
	}
	for _, move := range b.rules.Moves() {
		b.moves[move.From] = move
	}
	moved = slices.DeleteFunc(slices.Clone(moved), func(page payload.MovedPage) bool { return page.Product == "" })
	for _, otherLanguages := range []bool{false, true} {
		for i := range moved {
			b.addProduct(&moved[i], m.Locales, otherLanguages)
		}
	}
	return b
}

// addProduct notes where a product is in each language, by the ends of its address there and of that by the names of
// folders, or with others by those in other languages.
func (b *buildRules) addProduct(page *payload.MovedPage, locales []payload.LocaleInfo, otherLanguages bool) {
	for _, l := range locales {
		to := page.Paths[l.Code]
		lastSegments := []string{path.Base(to), path.Base(page.Named)}
		if otherLanguages {
			lastSegments = nil
			for _, address := range page.Paths {
				lastSegments = append(lastSegments, path.Base(address))
			}
		}
		for _, lastSegment := range lastSegments {
			if address := l.Prefix + "/" + lastSegment; to != "" && b.products[address] == "" {
				b.products[address] = to
			}
		}
	}
}

func (t *tree) readJSON(name string, v any) error {
	data, err := t.read(name)
	if err != nil {
		return fmt.Errorf("%s: %w", t.deployment, err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %s: %w", t.deployment, name, err)
	}
	return nil
}

// findRedirect returns the redirect of a path without a page, by the rules and by the products of the tree, or nil.
func (s *Server) findRedirect(t *tree, requested string) (*redirect.Target, error) {
	if path := withoutQuery(requested); len(path) > maxPathBytes || hasHiddenSegment(path) {
		return nil, nil
	}
	known, err := s.rules.get(t)
	if err != nil {
		return nil, err
	}
	target, err := known.rules.Resolve(requested, t.hasFile)
	if err != nil {
		return nil, err
	}
	resolved := requested
	if target != nil {
		if target.External || target.Status != http.StatusMovedPermanently {
			return target, nil
		}
		resolved = target.To
	}
	if move, moved := known.moves[route.Escape(withoutQuery(resolved))]; moved && t.hasFile(move.To) {
		return &redirect.Target{To: move.To + resolved[len(withoutQuery(resolved)):], Status: move.Status}, nil
	}
	if to := known.productOfOtherType(t, resolved); to != "" {
		return &redirect.Target{To: to, Status: http.StatusMovedPermanently}, nil
	}
	if to := known.productInOtherLanguage(t, resolved); to != "" {
		return &redirect.Target{To: to, Status: http.StatusFound}, nil
	}
	return target, nil
}

// productInOtherLanguage returns the path of a product in another language if the language of the request leaves it
// out: carts, orders and mails in that language still link to it.
func (b buildRules) productInOtherLanguage(t *tree, requested string) string {
	at := withoutQuery(requested)
	code, rest := route.SplitLanguage(at)
	section, slug, _ := strings.Cut(rest[1:], "/")
	if slug == "" || strings.Contains(slug, "/") || !route.HoldsProducts(b.isSupplier, section) || t.hasFile(at) {
		return ""
	}
	for _, prefix := range b.prefixes {
		if to := prefix + rest; prefix != "/"+code && t.hasFile(to) {
			return to + requested[len(at):]
		}
	}
	return ""
}

// productOfOtherType returns the path of a product here if the request has its path on a deployment of the other type.
func (b buildRules) productOfOtherType(t *tree, requested string) string {
	at := withoutQuery(requested)
	query := requested[len(at):]
	prefix := ""
	if code, rest := route.SplitLanguage(at); code != "" && slices.Contains(b.prefixes, "/"+code) {
		prefix, at = "/"+code, rest
	}
	section, slug, _ := strings.Cut(at[1:], "/")
	if slug == "" || strings.Contains(slug, "/") {
		return ""
	}
	to := ""
	switch {
	case !route.HoldsProducts(!b.isSupplier, section):
	case b.products[prefix+"/"+slug] != "":
		to = b.products[prefix+"/"+slug]
	case b.isSupplier:
		to = prefix + route.ProductPath(true, "", slug)
	default:
		to = t.productBelowCity(prefix, slug)
	}
	if to == "" || !t.hasFile(to) {
		return ""
	}
	return to + query
}

// productBelowCity returns the path of a product below one of the cities, or "".
func (t *tree) productBelowCity(prefix, slug string) string {
	folder := path.Join(".", strings.TrimPrefix(prefix, "/"))
	entries, err := fs.ReadDir(t.root.FS(), folder)
	if err != nil {
		return ""
	}
	for _, e := range entries {
		if !e.IsDir() || !route.HoldsProducts(false, e.Name()) {
			continue
		}
		if at := prefix + "/" + route.Escape(e.Name()) + "/" + slug; t.hasFile(at) {
			return at
		}
	}
	return ""
}
