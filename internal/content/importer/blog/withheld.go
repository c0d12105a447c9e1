package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

// noteOtherKeys reports the keys that are not mapped, and why a post becomes a draft.
func (b *blog) noteOtherKeys(p *post) {
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		key, isInherited := &pair.Key, slices.Contains(p.inheritedKeys, pair.Key.Value)
		note := importer.Note{Field: key.Value, Value: sampleOf(&pair.Value), Why: noSuchKey}
		isPlain := slices.Contains(explicitDraftValues[key.Value], importer.Word(pair.Value.Text()))
		switch {
		case p.isUnpublishedBy(pair) && !isPlain:
			note.Why, note.Do = whyUnpublished, remedyUnpublished
			if explicitDraftValues[key.Value] != nil {
				note.Why = "it is neither yes nor no; the post becomes a draft"
			}
		case explicitDraftValues[key.Value] != nil && pair.Value.IsNull() && !isInherited:
			note.Why, note.Do = "it has no value, which hides no post", "write draft: true to hide it"
		case slices.Contains(mappedKeys, key.Value), pair.Value.IsNull(), slices.Contains(p.usedKeys, key.Value),
			isInherited:
			continue
		}
		if note.Why == noSuchKey {
			b.noteUnknownKey(p, key, note)
			continue
		}
		if isInherited {
			note.Why = "set by its folder, not by the post: " + note.Why
		}
		b.noteAt(p, key.Line, key.Col, note)
	}
	for _, note := range p.draftReasons {
		note.Why, note.Do = note.Why+"; the post becomes a draft", remedyUnpublished
		b.noteAt(p, 1, 1, note)
	}
}

const noSuchKey = "posts have no such key; it is left out"

func (b *blog) noteUnknownKey(p *post, key *yaml.Node, n importer.Note) {
	name := key.Value
	if isHugo(b.dialect) { // Hugo ignores the case of keys
		name = strings.ToLower(name)
	}
	b.noteOncePerKey(name, "%s of %d posts; this is the first", b.withPosition(p, key.Line, key.Col, n))
}

// explicitDraftValues are the values of mapped keys that explicitly make a post a draft.
var explicitDraftValues = map[string][]string{"draft": importer.YesWords, "published": importer.NoWords}

const (
	whyUnpublished    = "it hides the post at its source; the post becomes a draft"
	remedyUnpublished = "remove draft to publish it"
)

// isUnpublishedBy reports whether a key makes a post a draft, or hides it from everybody, in the source.
func (p *post) isUnpublishedBy(pair *yaml.Pair) bool {
	if said := pair.Value.Text(); pair.Key.Value == "published" && said != "" {
		_, isDate := importer.ReadDate(said)
		if !isDate && !slices.Contains([]string{"true", "yes", "on", "y", "1"}, strings.ToLower(said)) {
			return true // no, or a word such as soon
		}
	}
	return source.WithholdingAdvice(p.front, pair.Key.Value, &pair.Value) == source.DraftAdvice ||
		!slices.Contains(mappedKeys, pair.Key.Value) && source.SaysDraft(&pair.Value)
}

// normaliseDateKeys renames the keys of dates to those that the import knows. A date under published is a date of
// publication in Hugo, and in other tools if it is in the future.
func (b *blog) normaliseDateKeys(front *yaml.Node) {
	for i := range front.Pairs {
		key := &front.Pairs[i].Key
		at, isDate := importer.ReadDate(front.Pairs[i].Value.Text())
		name := source.HugoDateKey(key.Value)
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
