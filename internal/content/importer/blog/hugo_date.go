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

// sameDates are further keys that Hugo takes a date from wherever it takes it from the first.
var sameDates = map[string][]string{"lastmod": {"modified"}, "publishdate": {"pubdate", "published"},
	"expirydate": {"unpublishdate"}}

// readDates reads where the configuration takes dates from.
func (h *hugo) readDates(b *blog) {
	h.dates, h.unread = map[string][]string{}, map[[2]string]int{}
	own := b.config.Get("frontmatter")
	if own == nil {
		return
	}
	for _, one := range hugoDates {
		usualKeys(own, []string{one.key})
		var order []string
		for _, from := range words(own.Get(one.key)) {
			if strings.EqualFold(from, ":default") {
				order = append(order, one.from...)
			} else {
				order = append(order, strings.ToLower(from))
			}
		}
		for _, from := range order {
			h.dates[one.key] = append(append(h.dates[one.key], from), sameDates[from]...)
		}
	}
}

// datePost gives a post the dates, and the slug, that the configuration takes from elsewhere than their own keys.
func (h *hugo) datePost(b *blog, p *post, stem string) {
	at, slug := nameDate(stem)
	for _, one := range hugoDates {
		for _, from := range h.dates[one.key] {
			n := &yaml.Node{Kind: yaml.Scalar, Line: 1, Col: 1, Value: at.Format("2006-01-02T15:04:05")}
			switch from {
			case ":filename":
				if at.IsZero() {
					continue
				}
				p.named = slug
			case ":git", ":filemodtime":
				h.unread[[2]string{one.key, from}]++
				continue
			default:
				if n = h.dateUnder(p, from); n == nil {
					continue
				}
			}
			h.setDate(b, p, one.key, n)
			break
		}
	}
	if p.named != "" {
		p.stem = p.named
	}
}

// nameDate returns the date that a file's name begins with, as Hugo reads it, and the rest of the name.
func nameDate(stem string) (at time.Time, slug string) {
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

// dateUnder returns the date that front matter has under a key in small letters; nil if there is none.
func (h *hugo) dateUnder(p *post, from string) *yaml.Node {
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		key := strings.ToLower(pair.Key.Value)
		_, isDate := importer.ReadDate(pair.Value.Text())
		if isDate && (key == from || key == strings.ToLower(source.HugoDate(from)) ||
			from == "published" && key == "publishdate") {
			if !slices.Contains(mapped, pair.Key.Value) {
				p.used = append(p.used, pair.Key.Value)
			}
			value := pair.Value
			return &value
		}
	}
	return nil
}

// setDate puts a date under its key. A date that front matter has there still keeps the post from readers until then.
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
		return // which says the same
	}
	p.front.Pairs = append(p.front.Pairs, yaml.Pair{Key: yaml.Node{Value: key, Line: n.Line, Col: n.Col}, Value: *n})
}

// noteUnreadDates reports dates that the blog takes from Git or from its files, which are not read.
func (h *hugo) noteUnreadDates(b *blog) {
	for _, one := range slices.SortedFunc(maps.Keys(h.unread), func(x, y [2]string) int {
		return strings.Compare(x[0]+x[1], y[0]+y[1])
	}) {
		b.Report.Note(importer.Note{Path: b.folder, Line: 1, Col: 1, Field: "frontmatter." + one[0], Value: one[1],
			Why: fmt.Sprintf("times of files and of commits are not read; what follows in the list counts for %d of "+
				"the posts", h.unread[one]), Do: "write the date into front matter where it matters"})
	}
}
