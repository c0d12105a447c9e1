package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

// otherKeys reports the keys that are not mapped, and why a post is a draft here that is none by its own front matter.
func (b *blog) otherKeys(p *post) {
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		key, isInherited := &pair.Key, slices.Contains(p.inherited, pair.Key.Value)
		note := importer.Note{Field: key.Value, Value: sample(&pair.Value), Why: noSuchKey}
		isPlain := slices.Contains(plainDrafts[key.Value], importer.Word(pair.Value.Text()))
		switch {
		case p.withheldBy(pair) && !isPlain:
			note.Why, note.Do = withheldWhy, withheldDo
			if plainDrafts[key.Value] != nil {
				note.Why = "it is neither yes nor no; the post becomes a draft"
			}
		case plainDrafts[key.Value] != nil && pair.Value.IsNull() && !isInherited:
			note.Why, note.Do = "it has no value, which keeps no post from readers", "write draft: true to keep it back"
		case slices.Contains(mapped, key.Value), pair.Value.IsNull(), slices.Contains(p.used, key.Value), isInherited:
			continue
		}
		if note.Why == noSuchKey {
			b.leaveKey(p, key, note)
			continue
		}
		if isInherited {
			note.Why = "its folder's, not its own: " + note.Why
		}
		b.at(p, key.Line, key.Col, note)
	}
	for _, note := range p.withheld {
		note.Why, note.Do = note.Why+"; the post becomes a draft", withheldDo
		b.at(p, 1, 1, note)
	}
}

const noSuchKey = "posts here have no such key; it is left out"

func (b *blog) leaveKey(p *post, key *yaml.Node, n importer.Note) {
	name := key.Value
	if isHugo(b.dialect) { // whose keys have no case
		name = strings.ToLower(name)
	}
	b.once(name, "%s of %d posts; this is the first", b.placedAt(p, key.Line, key.Col, n))
}

// plainDrafts are mapped keys, with the values by which a post is a draft in so many words.
var plainDrafts = map[string][]string{"draft": importer.YesWords, "published": importer.NoWords}

const (
	withheldWhy = "it keeps a post from readers where it is from; the post becomes a draft"
	withheldDo  = "remove draft to publish it"
)

// withheldBy reports whether a key keeps a post from being published, or from everybody, where it comes from.
func (p *post) withheldBy(pair *yaml.Pair) bool {
	if said := pair.Value.Text(); pair.Key.Value == "published" && said != "" {
		_, isDate := importer.ReadDate(said)
		if !isDate && !slices.Contains([]string{"true", "yes", "on", "y", "1"}, strings.ToLower(said)) {
			return true // no, or a word such as soon
		}
	}
	return source.WithheldBy(p.front, pair.Key.Value, &pair.Value) == source.AsDraft ||
		!slices.Contains(mapped, pair.Key.Value) && source.SaysDraft(&pair.Value)
}

// usualDates gives keys of dates the names that they have here. A date under published is a date of publication in
// Hugo, and elsewhere if it lies ahead.
func (b *blog) usualDates(front *yaml.Node) {
	for i := range front.Pairs {
		key := &front.Pairs[i].Key
		at, isDate := importer.ReadDate(front.Pairs[i].Value.Text())
		name := source.HugoDate(key.Value)
		switch strings.ToLower(key.Value) {
		case "published":
			if !isDate || !isHugo(b.dialect) && !at.After(b.Now) {
				continue
			}
		case "publish", "scheduled":
			if !isDate {
				continue
			}
		}
		if name != "" && front.Get(name) == nil {
			key.Value = name
		}
	}
}
