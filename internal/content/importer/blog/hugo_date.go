package blog

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/importer"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

// hugoDates are the dates of a page, each with the keys that Hugo takes it from by default:
// https://gohugo.io/configuration/front-matter/#dates.
var hugoDates = []struct {
	key  string
	from []string
}{
	{"date", []string{"date", "publishdate", "lastmod"}},
	{"lastmod", []string{":git", "lastmod", "date", "publishdate"}},
	{"publishDate", []string{"publishdate", "date"}},
	{"expiryDate", []string{"expirydate"}},
}

// dateKeyAliases are further keys that Hugo accepts for a key of a date.
var dateKeyAliases = map[string][]string{"lastmod": {"modified"}, "publishdate": {"pubdate", "published"},
	"expirydate": {"unpublishdate"}}

// readDateKeys reads the keys of dates in the configuration.
func (h *hugo) readDateKeys(b *blog) {
	h.dateKeys, h.unreadDates = map[string][]string{}, map[[2]string]int{}
	own := b.config.Get("frontmatter")
	if own == nil {
		return
	}
	for _, one := range hugoDates {
		normaliseKeys(own, []string{one.key})
		var order []string
		for _, from := range textsOf(own.Get(one.key)) {
			if strings.EqualFold(from, ":default") {
				order = append(order, one.from...)
			} else {
				order = append(order, strings.ToLower(from))
			}
		}
		for _, from := range order {
			h.dateKeys[one.key] = append(append(h.dateKeys[one.key], from), dateKeyAliases[from]...)
		}
	}
}

// setConfiguredDates sets the dates, and the slug, that the configuration takes from other keys or from file names.
func (h *hugo) setConfiguredDates(b *blog, p *post, stem string) {
	at, slug := splitDatedName(stem)
	for _, one := range hugoDates {
		for _, from := range h.dateKeys[one.key] {
			n := &yaml.Node{Kind: yaml.Scalar, Line: 1, Col: 1, Value: at.Format("2006-01-02T15:04:05")}
			switch from {
			case ":filename":
				if at.IsZero() {
					continue
				}
				p.fileSlug = slug
			case ":git", ":filemodtime":
				h.unreadDates[[2]string{one.key, from}]++
				continue
			default:
				if n = h.dateOfKey(p, from); n == nil {
					continue
				}
			}
			h.setDate(b, p, one.key, n)
			break
		}
	}
	if p.fileSlug != "" {
		p.stem = p.fileSlug
	}
}

// splitDatedName splits a file's name into the date at its beginning, as Hugo reads it, and the rest.
func splitDatedName(stem string) (at time.Time, slug string) {
	stem = strings.TrimSuffix(stem, path.Ext(stem))
	if len(stem) >= len("2006-01-02-15-04-05") {
		said := stem[:10] + "T" + strings.ReplaceAll(stem[11:19], "-", ":")
		if at, err := time.Parse("2006-01-02T15:04:05", said); err == nil {
			return at, strings.Trim(stem[19:], " -_")
		}
	}
	if len(stem) >= len(time.DateOnly) {
		if at, err := time.Parse(time.DateOnly, stem[:10]); err == nil {
			return at, strings.Trim(stem[10:], " -_")
		}
	}
	return time.Time{}, ""
}

// dateOfKey returns the date that front matter has under a key in lower case; nil if there is none.
func (h *hugo) dateOfKey(p *post, from string) *yaml.Node {
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		key := strings.ToLower(pair.Key.Value)
		_, isDate := importer.ReadDate(pair.Value.Text())
		if isDate && (key == from || key == strings.ToLower(source.HugoDateKey(from)) ||
			from == "published" && key == "publishdate") {
			if !slices.Contains(mappedKeys, pair.Key.Value) {
				p.usedKeys = append(p.usedKeys, pair.Key.Value)
			}
			value := pair.Value
			return &value
		}
	}
	return nil
}

// setDate sets a date. A later publication date under the same key still delays the post.
func (h *hugo) setDate(b *blog, p *post, key string, n *yaml.Node) {
	said := n.Text()
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		if pair.Key.Value != key {
			continue
		}
		was := pair.Value
		pair.Value = *n
		if at, ok := importer.ReadDate(was.Text()); ok && key == "date" && at.After(b.Now) &&
			p.front.Get("publishDate") == nil {
			p.front.Pairs = append(p.front.Pairs, yaml.Pair{Key: yaml.Node{Value: "publishDate", Line: was.Line,
				Col: was.Col}, Value: was})
		}
		return
	}
	if key != "date" && said == p.front.Get("date").Text() {
		return // the same date
	}
	p.front.Pairs = append(p.front.Pairs, yaml.Pair{Key: yaml.Node{Value: key, Line: n.Line, Col: n.Col}, Value: *n})
}

// noteUnreadDates reports dates that the blog takes from Git or from file times, which are not read.
func (h *hugo) noteUnreadDates(b *blog) {
	for _, one := range slices.SortedFunc(maps.Keys(h.unreadDates), func(x, y [2]string) int {
		return strings.Compare(x[0]+x[1], y[0]+y[1])
	}) {
		b.Report.Note(importer.Note{Path: b.folder, Line: 1, Col: 1, Field: "frontmatter." + one[0], Value: one[1],
			Why: fmt.Sprintf("times of files and of commits are not read; the next entries of the list are used for "+
				"%d of the posts", h.unreadDates[one]), Do: "write the date into front matter where it matters"})
	}
}
