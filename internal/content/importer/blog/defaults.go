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

// inherit adds the values that a post's own front matter lacks.
func (p *post) inherit(values *yaml.Node) {
	if values == nil {
		return
	}
	normaliseKeys(values, mappedKeys)
	for i := range values.Pairs {
		pair := values.Pairs[i]
		key := &pair.Key
		if (slices.Contains(mappedKeys, key.Value) || source.IsWithholdingKey(key.Value)) &&
			p.front.Get(key.Value) == nil {
			// Notes refer to the post's file.
			key.Line, key.Col, pair.Value.Line, pair.Value.Col = 1, 1, 1, 1
			p.front.Pairs = append(p.front.Pairs, pair)
			p.inheritedKeys = append(p.inheritedKeys, key.Value)
		}
	}
}

// layer holds inherited values for the posts below a path; the deepest path wins.
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

// applyDefaults applies the front matter defaults of a Jekyll site to a post of a type.
func (j *jekyll) applyDefaults(b *blog, p *post, kind string) {
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
				b.removeCovers(values)
			}
			layers = append(layers, layer{len(below), values})
		}
	}
	slices.Reverse(layers) // the last of equal paths wins
	p.inheritAll(layers)
}

// isBelow reports whether a file or one of its folders matches a pattern of path.Match. The empty pattern matches every
// file.
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

// cascadesByFolder holds the values that sections of a Hugo site cascade to the posts below them.
type cascadesByFolder map[string][]cascadeValues

// cascadeValues are values that a section cascades to posts of a language, or of all languages if it is empty.
type cascadeValues struct {
	language string
	values   *yaml.Node
}

// readCascade reads the cascade of a section page. If the page is unreadable, the posts below become drafts, since it
// may exclude them.
func (h *hugo) readCascade(b *blog, file, language string) {
	data, err := b.root.ReadFile(file)
	if err != nil || len(data) > maxPostBytes {
		return
	}
	opening, err := readPage(data, isHugo(b.dialect))
	if err == nil && opening.secondDocument != nil {
		err = opening.secondDocument
	}
	if err != nil {
		line, col, why := errorPosition(err)
		why = "the values for posts below it cannot be read, and these posts become drafts: " + why
		b.noteAt(&post{file: file}, line, col, importer.Note{Why: why, Do: "correct it and import again"})
		h.addCascade(path.Dir(file), language, &yaml.Node{Kind: yaml.Mapping, Pairs: []yaml.Pair{{
			Key: yaml.Node{Value: "draft"}, Value: yaml.Node{Value: "true"}}}})
		return
	}
	normaliseKeys(opening.front, []string{"cascade"})
	h.addCascade(path.Dir(file), language, opening.front.Get("cascade"))
}

// addCascade adds a cascade, or a list of cascades, of a folder.
func (h *hugo) addCascade(folder, language string, n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind == yaml.Mapping {
		h.cascades[folder] = append(h.cascades[folder], cascadeValues{language, n})
		return
	}
	for i := range n.Items {
		h.cascades[folder] = append(h.cascades[folder], cascadeValues{language, &n.Items[i]})
	}
}

// applyCascades applies the cascades of the folders above a post.
func (h *hugo) applyCascades(b *blog, p *post) {
	var layers []layer
	for folder := path.Dir(p.file); ; folder = path.Dir(folder) {
		for _, from := range h.cascades[folder] {
			values := from.values
			if (from.language == "" || from.language == cmp.Or(p.language, b.Language)) &&
				h.isCascadeFor(b, values, p) {
				_, target := firstKey(values, "target", "_target")
				isOfAll := target == nil && (folder == "." || folder == h.contentFolder)
				if params := values.Get("params"); params != nil {
					if isOfAll {
						b.removeCovers(params)
					}
					layers = append(layers, layer{len(folder), params})
				}
				if isOfAll {
					b.removeCovers(values)
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

// isCascadeFor reports whether the target of a cascade includes a post.
func (h *hugo) isCascadeFor(b *blog, values *yaml.Node, p *post) bool {
	_, target := firstKey(values, "target", "_target")
	if target == nil {
		return true
	}
	language := cmp.Or(p.language, b.Language)
	if code := target.Get("lang").Text(); b.languageOf(code) != b.languageOf(language) &&
		!matchesGlob(code, language) || !matchesGlob(target.Get("kind").Text(), "page") ||
		!matchesGlob(target.Get("environment").Text(), "production") {
		return false
	}
	file := strings.TrimPrefix(p.file, h.contentFolder+"/")
	name, _ := h.splitLanguage(b, file)
	return slices.ContainsFunc(expandBraces(target.Get("path").Text()), func(pattern string) bool {
		pattern = strings.Trim(pattern, "/")
		return isBelow(file, strings.Trim(strings.TrimSuffix(pattern, "**"), "/")) || matchesGlob(pattern, file) ||
			matchesGlob(pattern, strings.TrimSuffix(name, "/index"))
	})
}

// matchesGlob reports whether a name matches a glob of Hugo's, in which ** also matches slashes. The empty glob matches
// every name.
func matchesGlob(glob, name string) bool {
	forms := strings.NewReplacer(`\*\*/`, "(?:.*/)?", `\*\*`, ".*", `\*`, "[^/]*", `\?`, "[^/]")
	return glob == "" || slices.ContainsFunc(expandBraces(glob), func(one string) bool {
		form, err := regexp.Compile("(?i)^" + forms.Replace(regexp.QuoteMeta(one)) + "$")
		return err == nil && form.MatchString(name)
	})
}

// expandBraces returns the patterns of a glob with braces: "/{a,b}/**" is "/a/**" and "/b/**".
func expandBraces(glob string) (all []string) {
	before, rest, opens := strings.Cut(glob, "{")
	inner, after, closes := strings.Cut(rest, "}")
	if !opens || !closes {
		return []string{glob}
	}
	for one := range strings.SplitSeq(inner, ",") {
		all = append(all, expandBraces(before+one+after)...)
	}
	return all
}
