package blog

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

// inherit gives a post the values of others that its own front matter has not.
func (p *post) inherit(values *yaml.Node) {
	if values == nil {
		return
	}
	usualKeys(values, mapped)
	for i := range values.Pairs {
		pair := values.Pairs[i]
		key := &pair.Key
		if (slices.Contains(mapped, key.Value) || source.Withholds(key.Value)) && p.front.Get(key.Value) == nil {
			// In the post's file, where notes point.
			key.Line, key.Col, pair.Value.Line, pair.Value.Col = 1, 1, 1, 1
			p.front.Pairs = append(p.front.Pairs, pair)
			p.inherited = append(p.inherited, key.Value)
		}
	}
}

// layer are values for the posts below a path; the deeper path wins.
type layer struct {
	depth  int
	values *yaml.Node
}

func (p *post) inheritAll(layers []layer) {
	slices.SortStableFunc(layers, func(x, y layer) int { return cmp.Compare(y.depth, x.depth) })
	for _, l := range layers {
		p.inherit(l.values)
	}
}

// defaults applies the front matter defaults of a Jekyll site to a post of a type.
func (j *jekyll) defaults(b *blog, p *post, kind string) {
	all := b.config.Get("defaults")
	if all == nil {
		return
	}
	var layers []layer
	for i := range all.Items {
		scope := all.Items[i].Get("scope")
		if scope == nil {
			scope = &yaml.Node{}
		}
		below := strings.Trim(scope.Get("path").Text(), "/")
		if t := scope.Get("type").Text(); (t == "" || t == kind) && isBelow(p.file, below) {
			values := all.Items[i].Get("values")
			if values != nil && below == "" {
				b.withoutCovers(values)
			}
			layers = append(layers, layer{len(below), values})
		}
	}
	slices.Reverse(layers) // of equal paths the later wins
	p.inheritAll(layers)
}

// isBelow reports whether a file is that of a pattern of path.Match, or below it. The empty pattern is everything.
func isBelow(file, pattern string) bool {
	if pattern == "" {
		return true
	}
	for at := file; at != "." && at != "/"; at = path.Dir(at) {
		if matches, err := path.Match(pattern, at); err == nil && matches {
			return true
		}
	}
	return false
}

// cascades are the values that sections of a Hugo site pass on to the posts below them, by folder.
type cascades map[string][]passed

// passed are values that a section passes on to posts of a language, or of any where it is empty.
type passed struct {
	language string
	values   *yaml.Node
}

// readCascade remembers what a section's opening passes on. If it cannot be read, it may withhold the posts below,
// which become drafts.
func (h *hugo) readCascade(b *blog, file, language string) {
	data, err := b.root.ReadFile(file)
	if err != nil || len(data) > largestPost {
		return
	}
	opening, err := readPage(data, isHugo(b.dialect))
	if err == nil && opening.second != nil {
		err = opening.second
	}
	if err != nil {
		line, col, why := placeOf(err)
		why = "what it passes on cannot be read, and posts below it are drafts: " + why
		b.at(&post{file: file}, line, col, importer.Note{Why: why, Do: "correct it and import again"})
		h.passOn(path.Dir(file), language, &yaml.Node{Kind: yaml.Mapping, Pairs: []yaml.Pair{{
			Key: yaml.Node{Value: "draft"}, Value: yaml.Node{Value: "true"}}}})
		return
	}
	usualKeys(opening.front, []string{"cascade"})
	h.passOn(path.Dir(file), language, opening.front.Get("cascade"))
}

// passOn remembers values, or a list of them, each for its target.
func (h *hugo) passOn(folder, language string, n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind == yaml.Mapping {
		h.cascades[folder] = append(h.cascades[folder], passed{language, n})
		return
	}
	for i := range n.Items {
		h.cascades[folder] = append(h.cascades[folder], passed{language, &n.Items[i]})
	}
}

// cascade applies what the sections above a post pass on.
func (h *hugo) cascade(b *blog, p *post) {
	var layers []layer
	for folder := path.Dir(p.file); ; folder = path.Dir(folder) {
		for _, from := range h.cascades[folder] {
			values := from.values
			if (from.language == "" || from.language == cmp.Or(p.language, b.Language)) && h.targets(b, values, p) {
				_, target := first(values, "target", "_target")
				isOfAll := target == nil && (folder == "." || folder == h.content)
				if params := values.Get("params"); params != nil {
					if isOfAll {
						b.withoutCovers(params)
					}
					layers = append(layers, layer{len(folder), params})
				}
				if isOfAll {
					b.withoutCovers(values)
				}
				layers = append(layers, layer{len(folder), values})
			}
		}
		if folder == "." {
			break
		}
	}
	p.inheritAll(layers)
}

// targets reports whether a cascade is for posts, and for this one.
func (h *hugo) targets(b *blog, values *yaml.Node, p *post) bool {
	_, target := first(values, "target", "_target")
	if target == nil {
		return true
	}
	language := cmp.Or(p.language, b.Language)
	if code := target.Get("lang").Text(); b.languageOf(code) != b.languageOf(language) && !isLike(code, language) ||
		!isLike(target.Get("kind").Text(), "page") || !isLike(target.Get("environment").Text(), "production") {
		return false
	}
	file := strings.TrimPrefix(p.file, h.content+"/")
	name, _ := h.named(b, file)
	return slices.ContainsFunc(alternatives(target.Get("path").Text()), func(pattern string) bool {
		pattern = strings.Trim(pattern, "/")
		return isBelow(file, strings.Trim(strings.TrimSuffix(pattern, "**"), "/")) || isLike(pattern, file) ||
			isLike(pattern, strings.TrimSuffix(name, "/index"))
	})
}

// isLike reports whether a name matches a glob of Hugo's, in which ** stands for slashes too. The empty glob matches
// every name.
func isLike(glob, name string) bool {
	forms := strings.NewReplacer(`\*\*/`, "(?:.*/)?", `\*\*`, ".*", `\*`, "[^/]*", `\?`, "[^/]")
	return glob == "" || slices.ContainsFunc(alternatives(glob), func(one string) bool {
		form, err := regexp.Compile("(?i)^" + forms.Replace(regexp.QuoteMeta(one)) + "$")
		return err == nil && form.MatchString(name)
	})
}

// alternatives returns the patterns that a glob with braces means: "/{a,b}/**" is "/a/**" and "/b/**".
func alternatives(glob string) (all []string) {
	before, rest, opens := strings.Cut(glob, "{")
	inner, after, closes := strings.Cut(rest, "}")
	if !opens || !closes {
		return []string{glob}
	}
	for one := range strings.SplitSeq(inner, ",") {
		all = append(all, alternatives(before+one+after)...)
	}
	return all
}
