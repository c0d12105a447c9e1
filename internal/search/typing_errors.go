package search

import (
	"slices"

	"storefront/internal/search/analysis"
)

// maxTypos returns the number of typing errors that are allowed in a word of a number of letters.
func maxTypos(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 7:
		return 1
	}
	return 2
}

// eachSimilar calls found for each word of a dictionary that resembles a term. The first letter is hardly ever wrong,
// and a wrong letter in a word of four makes another word.
func (t term) eachSimilar(d *dictionary, found func(word, typos int)) {
	letters := []rune(t.text)
	arabic := analysis.IsArabic(t.text)
	limit := maxTypos(len(letters))
	if limit == 0 {
		return
	}
	isFourLetters := !arabic && len(letters) == 4
	d.eachSimilar(letters, limit, t.prefix && !isFourLetters, func(i, typos int) {
		word := []rune(d.word(i))
		swapped := len(word) > 1 && word[1] == letters[0] && word[0] == letters[1]
		if word[0] == '#' || word[0] != letters[0] && !swapped {
			return
		}
		if isFourLetters && len(word) == 4 && !sameLetters(letters, word) {
			return
		}
		found(i, typos)
	})
}

func sameLetters(a, b []rune) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// eachSimilar calls found for each word with at most limit typing errors; with prefix, for each word with a beginning
// that has at most limit. Words are sorted, so that words with a common beginning share its work, and those with a
// beginning that is too far off are skipped.
func (d *dictionary) eachSimilar(pattern []rune, limit int, prefix bool, found func(word, typos int)) {
	distances := newEditDistances(pattern, limit)
	for i := 0; i < d.len(); {
		word := d.word(i)
		depth, deadEnd := distances.update(word)
		if deadEnd > 0 && !(prefix && distances.prefixDistances[depth] <= limit) {
			i = d.afterPrefix(word[:deadEnd], i)
			continue
		}
		typos := distances.rows[depth][len(pattern)]
		if prefix {
			typos = distances.prefixDistances[depth]
		}
		if typos <= limit {
			found(i, typos)
		}
		i++
	}
}

// editDistances holds the table of edit distances (optimal string alignment) of the pattern and the current word, a row
// for each letter.
type editDistances struct {
	pattern         []rune
	limit           int
	path            []rune
	ends            []int // the end of each letter of path in the word
	rows            [][]int
	rowMinimums     []int // of each row
	prefixDistances []int // the least distance of the pattern from a beginning of the path
}

func newEditDistances(pattern []rune, limit int) *editDistances {
	w := &editDistances{
		pattern: pattern, limit: limit, rows: [][]int{make([]int, len(pattern)+1)}, rowMinimums: []int{0},
		prefixDistances: []int{len(pattern)},
	}
	for j := range w.rows[0] {
		w.rows[0][j] = j
	}
	return w
}

// update updates the table to a word. deadEnd is the length in bytes of a prefix that is already too far from the
// pattern; 0 if there is none.
func (w *editDistances) update(word string) (depth, deadEnd int) {
	for i, r := range word {
		if depth < len(w.path) && w.path[depth] != r {
			w.path, w.ends = w.path[:depth], w.ends[:depth]
		}
		if depth == len(w.path) {
			w.addLetter(r, i+len(string(r)))
		}
		depth++
		if w.rowMinimums[depth] > w.limit && w.rowMinimums[depth-1] >= w.limit {
			w.path, w.ends = w.path[:depth], w.ends[:depth]
			return depth, w.ends[depth-1]
		}
	}
	w.path, w.ends = w.path[:depth], w.ends[:depth]
	return depth, 0
}

func (w *editDistances) addLetter(r rune, end int) {
	w.path, w.ends = append(w.path, r), append(w.ends, end)
	depth := len(w.path)
	if depth == len(w.rows) {
		w.rows = append(w.rows, make([]int, len(w.pattern)+1))
		w.rowMinimums, w.prefixDistances = append(w.rowMinimums, 0), append(w.prefixDistances, 0)
	}
	row, above := w.rows[depth], w.rows[depth-1]
	row[0] = depth
	least := depth
	for j, p := range w.pattern {
		cost := above[j]
		if p != r {
			cost++
		}
		cost = min(cost, above[j+1]+1, row[j]+1)
		if j > 0 && depth > 1 && p == w.path[depth-2] && w.pattern[j-1] == r {
			cost = min(cost, w.rows[depth-2][j-1]+1)
		}
		row[j+1] = cost
		least = min(least, cost)
	}
	w.rowMinimums[depth] = least
	w.prefixDistances[depth] = min(w.prefixDistances[depth-1], row[len(w.pattern)])
}
