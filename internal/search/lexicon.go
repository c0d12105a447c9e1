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
	idMark    = "#"
	cityID    = "#city:"
	phraseMax = 5 // words of a phrase
)

// lexicon is a Lexicon in the form of an index.
type lexicon struct {
	keys    dictionary // of the stems of words and phrases
	of      [][]int    // key → groups
	groups  []group
	popular []string
}

type group struct {
	flags int
	sort  Sort
	means []string // words and phrases, folded, and identifiers
}

const (
	groupFiller = 1 << iota
	groupKnown
)

// LookUp returns the key of a word or phrase: texts with equal keys are equal to a query. It is empty for a text of
// stop words only, and for one that is too long.
func LookUp(text string) string {
	var stems []string
	for _, word := range significant(text) {
		stems = append(stems, analysis.Stem(word))
	}
	if len(stems) > phraseMax {
		return ""
	}
	return strings.Join(stems, " ")
}

// significant returns the folded words of a text without stop words.
func significant(text string) []string {
	return slices.DeleteFunc(analysis.Words(text, 0), analysis.IsStop)
}

func (w *indexWriter) lexicon(l Lexicon) {
	keys := map[string][]int{}
	for i, g := range l.Groups {
		for _, text := range g.Words {
			if key := LookUp(text); key != "" && !slices.Contains(keys[key], i) {
				keys[key] = append(keys[key], i)
			}
		}
	}
	sorted := make([]string, 0, len(keys))
	for key := range keys {
		sorted = append(sorted, key)
	}
	slices.Sort(sorted)
	before := ""
	w.core.list(len(sorted), func(i int) { w.shortened(sorted[i], &before) })
	for _, key := range sorted {
		w.core.numbers(keys[key])
	}
	w.core.list(len(l.Groups), func(i int) {
		g := &l.Groups[i]
		w.core.number(flags(g.Filler, groupFiller) | flags(g.Known, groupKnown))
		w.core.text(string(g.Sort))
		means := g.means()
		w.core.list(len(means), func(i int) { w.core.text(means[i]) })
	})
	w.core.list(len(l.Popular), func(i int) { w.core.text(l.Popular[i]) })
}

func (g *Group) means() []string {
	out := slices.Clone(g.Targets)
	if !g.Same {
		return out
	}
	for _, text := range g.Words {
		if words := strings.Join(significant(text), " "); words != "" && !slices.Contains(out, words) {
			out = append(out, words)
		}
	}
	return out
}

func readLexicon(d *decoder) lexicon {
	l := lexicon{keys: readDictionary(d, false)}
	most := len(d.b) // bound of the groups: each takes bytes
	l.of = make([][]int, l.keys.len())
	for i := range l.of {
		l.of[i] = d.numbers(most)
	}
	l.groups = make([]group, d.count())
	for i := range l.groups {
		l.groups[i] = group{flags: d.number(), sort: Sort(d.text()), means: readTexts(d)}
	}
	l.popular = readTexts(d)
	for _, of := range l.of {
		for _, g := range of {
			d.failed = d.failed || g >= len(l.groups)
		}
	}
	return l
}

// phrase returns the length of the longest beginning of terms that is in the lexicon, and its groups.
func (l *lexicon) phrase(terms []term) (length int, groups []int) {
	heads := []string{""}
	for n := range min(len(terms), phraseMax) {
		var next []string
		for _, head := range heads {
			for _, stem := range terms[n].stems() {
				key := stem
				if head != "" {
					key = head + " " + stem
				}
				from, _ := l.keys.find(key)
				if from == l.keys.len() || !strings.HasPrefix(l.keys.word(from), key) {
					continue
				}
				next = append(next, key)
				if l.keys.word(from) == key && length <= n {
					length, groups = n+1, l.of[from]
				}
			}
		}
		heads = next
	}
	return length, groups
}

// stems returns the forms under which a term is looked up.
func (t term) stems() []string {
	out := []string{analysis.Stem(t.text)}
	if bare := analysis.Bare(t.text); bare != t.text {
		if stem := analysis.Stem(bare); stem != out[0] {
			out = append(out, stem)
		}
	}
	return out
}

// begun returns the groups, with a meaning, of the words with a prefix.
func (l *lexicon) begun(prefix string) (groups []int) {
	const most = 12
	for i, to := l.keys.beginning(prefix); i < to && len(groups) < most; i++ {
		groups = append(groups, l.meaning(l.of[i])...)
	}
	return groups
}

// resembling returns the groups of the words that resemble a term.
func (l *lexicon) resembling(t term) (groups []int) {
	t.eachNear(&l.keys, func(key, _ int) {
		if !strings.Contains(l.keys.word(key), " ") {
			groups = append(groups, l.meaning(l.of[key])...)
		}
	})
	return groups
}

// meaning returns the groups that stand for words or identifiers.
func (l *lexicon) meaning(groups []int) []int {
	var out []int
	for _, g := range groups {
		if len(l.groups[g].means) > 0 {
			out = append(out, g)
		}
	}
	return out
}
