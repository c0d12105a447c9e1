package search

import (
	"slices"
	"strings"

	"storefront/internal/search/analysis"
)

// Lexicon is the content of content/search.yaml about the words of visitors. It is part of an index and is used by
// queries: the words of documents do not depend on it.
type Lexicon struct {
	Groups []Group
	// Popular are queries that are suggested before anything is typed.
	Popular []string
}

// Group is the meaning of some words or phrases.
type Group struct {
	Words []string
	// Same: the words are synonyms.
	Same bool
	// Targets are identifiers, as ID returns them, of the things that the words mean.
	Targets []string
	// Filler: the words are ignored beside others; alone they match everything.
	Filler bool
	// Known: the words are spelled correctly and are not corrected to similar ones.
	Known bool
	// Sort is the order that the words request.
	Sort Sort
}

// ID returns the identifier of a city, category, occasion, label, audience or product. Documents contain their
// identifiers; no text of a visitor is one.
func ID(kind, slug string) string { return "#" + kind + ":" + slug }

const (
	idPrefix       = "#"
	cityIDPrefix   = "#city:"
	maxPhraseWords = 5 // words of a phrase
)

// lexicon is a Lexicon in the form of an index.
type lexicon struct {
	keys        dictionary // of the stems of words and phrases
	groupsOfKey [][]int    // key → groups
	groups      []group
	popular     []string
}

type group struct {
	flags    int
	sort     Sort
	meanings []string // words and phrases, folded, and identifiers
}

const (
	groupFiller = 1 << iota
	groupKnown
)

// LexiconKey returns the key of a word or phrase: texts with equal keys are equal to a query. It is empty for a text of
// stop words only, and for one that is too long.
func LexiconKey(text string) string {
	var stems []string
	for _, word := range contentWords(text) {
		stems = append(stems, analysis.Stem(word))
	}
	if len(stems) > maxPhraseWords {
		return ""
	}
	return strings.Join(stems, " ")
}

// contentWords returns the folded words of a text without stop words.
func contentWords(text string) []string {
	return slices.DeleteFunc(analysis.Words(text, 0), analysis.IsStop)
}

func (w *indexWriter) writeLexicon(l Lexicon) {
	keys := map[string][]int{}
	for i, g := range l.Groups {
		for _, text := range g.Words {
			if key := LexiconKey(text); key != "" && !slices.Contains(keys[key], i) {
				keys[key] = append(keys[key], i)
			}
		}
	}
	sorted := make([]string, 0, len(keys))
	for key := range keys {
		sorted = append(sorted, key)
	}
	slices.Sort(sorted)
	previous := ""
	w.core.list(len(sorted), func(i int) { w.writeShortened(sorted[i], &previous) })
	for _, key := range sorted {
		w.core.numbers(keys[key])
	}
	w.core.list(len(l.Groups), func(i int) {
		g := &l.Groups[i]
		w.core.number(flagIf(g.Filler, groupFiller) | flagIf(g.Known, groupKnown))
		w.core.text(string(g.Sort))
		meanings := g.meanings()
		w.core.list(len(meanings), func(i int) { w.core.text(meanings[i]) })
	})
	w.core.list(len(l.Popular), func(i int) { w.core.text(l.Popular[i]) })
}

func (g *Group) meanings() []string {
	out := slices.Clone(g.Targets)
	if !g.Same {
		return out
	}
	for _, text := range g.Words {
		if words := strings.Join(contentWords(text), " "); words != "" && !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	return out
}

func readLexicon(d *decoder) lexicon {
	l := lexicon{keys: readDictionary(d, false)}
	maxGroups := len(d.b) // bound of the groups: each takes bytes
	l.groupsOfKey = make([][]int, l.keys.len())
	for i := range l.groupsOfKey {
		l.groupsOfKey[i] = d.numbers(maxGroups)
	}
	l.groups = make([]group, d.count())
	for i := range l.groups {
		l.groups[i] = group{flags: d.number(), sort: Sort(d.text()), meanings: readTexts(d)}
	}
	l.popular = readTexts(d)
	for _, of := range l.groupsOfKey {
		for _, g := range of {
			d.failed = d.failed || g >= len(l.groups)
		}
	}
	return l
}

// longestPhrase returns the length of the longest beginning of terms that is in the lexicon, and its groups.
func (l *lexicon) longestPhrase(terms []term) (length int, groups []int) {
	prefixes := []string{""}
	for n := range min(len(terms), maxPhraseWords) {
		var next []string
		for _, prefix := range prefixes {
			for _, stem := range terms[n].stems() {
				key := stem
				if prefix != "" {
					key = prefix + " " + stem
				}
				from, _ := l.keys.find(key)
				if from == l.keys.len() || !strings.HasPrefix(l.keys.word(from), key) {
					continue
				}
				next = append(next, key)
				if l.keys.word(from) == key && length <= n {
					length, groups = n+1, l.groupsOfKey[from]
				}
			}
		}
		prefixes = next
	}
	return length, groups
}

// stems returns the forms under which a term is looked up.
func (t term) stems() []string {
	out := []string{analysis.Stem(t.text)}
	if stripped := analysis.StripPrefix(t.text); stripped != t.text {
		if stem := analysis.Stem(stripped); stem != out[0] {
			out = append(out, stem)
		}
	}
	return out
}

// groupsWithPrefix returns the groups, with a meaning, of the words with a prefix.
func (l *lexicon) groupsWithPrefix(prefix string) (groups []int) {
	const limit = 12
	for i, to := l.keys.prefixRange(prefix); i < to && len(groups) < limit; i++ {
		groups = append(groups, l.withMeanings(l.groupsOfKey[i])...)
	}
	return groups
}

// similarGroups returns the groups of the words that resemble a term.
func (l *lexicon) similarGroups(t term) (groups []int) {
	t.eachSimilar(&l.keys, func(key, _ int) {
		if !strings.Contains(l.keys.word(key), " ") {
			groups = append(groups, l.withMeanings(l.groupsOfKey[key])...)
		}
	})
	return groups
}

// withMeanings returns the groups that have words or identifiers as meanings.
func (l *lexicon) withMeanings(groups []int) []int {
	var out []int
	for _, g := range groups {
		if len(l.groups[g].meanings) > 0 {
			out = append(out, g)
		}
	}
	return out
}
