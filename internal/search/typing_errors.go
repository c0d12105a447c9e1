package search

import (
	"slices"

	"storefront/internal/search/analysis"
)

// mostTypos returns the number of typing errors that are forgiven in a word of so many letters.
func mostTypos(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 7:
		return 1
	}
	return 2
}

// eachNear calls found for each word of a dictionary that resembles a term. The first letter is hardly ever wrong, and
// a wrong letter in a word of four makes another word.
func (t term) eachNear(d *dictionary, found func(word, typos int)) {
	letters := []rune(t.text)
	arabic := analysis.IsArabic(t.text)
	most := mostTypos(len(letters))
	if most == 0 {
		return
	}
	four := !arabic && len(letters) == 4
	d.near(letters, most, t.prefix && !four, func(i, typos int) {
		word := []rune(d.word(i))
		swapped := len(word) > 1 && word[1] == letters[0] && word[0] == letters[1]
		if word[0] == '#' || word[0] != letters[0] && !swapped {
			return
		}
		if four && len(word) == 4 && !sameLetters(letters, word) {
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

// near calls found for each word within so many typing errors of the pattern; with prefix, for each word whose
// beginning is. Words are sorted, so that words with a common beginning share its work, and those with a beginning that
// is too far off are skipped.
func (d *dictionary) near(pattern []rune, most int, prefix bool, found func(word, typos int)) {
	w := newWalk(pattern, most)
	for i := 0; i < d.len(); {
		word := d.word(i)
		depth, dead := w.follow(word)
		if dead > 0 && !(prefix && w.nearest[depth] <= most) {
			i = d.behind(word[:dead], i)
			continue
		}
		typos := w.rows[depth][len(pattern)]
		if prefix {
			typos = w.nearest[depth]
		}
		if typos <= most {
			found(i, typos)
		}
		i++
	}
}

// walk holds the table of edit distances (optimal string alignment) of the pattern and the current word, a row for each
// letter.
type walk struct {
	pattern []rune
	most    int
	path    []rune
	ends    []int // the end of each letter of path in the word
	rows    [][]int
	least   []int // of each row
	nearest []int // the least distance of the pattern from a beginning of the path
}

func newWalk(pattern []rune, most int) *walk {
	w := &walk{
		pattern: pattern, most: most, rows: [][]int{make([]int, len(pattern)+1)}, least: []int{0},
		nearest: []int{len(pattern)},
	}
	for j := range w.rows[0] {
		w.rows[0][j] = j
	}
	return w
}

// follow updates the table to a word. dead is not 0 if so many first bytes of the word are too far from the pattern
// already, whatever follows.
func (w *walk) follow(word string) (depth, dead int) {
	for i, r := range word {
		if depth < len(w.path) && w.path[depth] != r {
			w.path, w.ends = w.path[:depth], w.ends[:depth]
		}
		if depth == len(w.path) {
			w.extend(r, i+len(string(r)))
		}
		depth++
		if w.least[depth] > w.most && w.least[depth-1] >= w.most {
			w.path, w.ends = w.path[:depth], w.ends[:depth]
			return depth, w.ends[depth-1]
		}
	}
	w.path, w.ends = w.path[:depth], w.ends[:depth]
	return depth, 0
}

func (w *walk) extend(r rune, end int) {
	w.path, w.ends = append(w.path, r), append(w.ends, end)
	depth := len(w.path)
	if depth == len(w.rows) {
		w.rows = append(w.rows, make([]int, len(w.pattern)+1))
		w.least, w.nearest = append(w.least, 0), append(w.nearest, 0)
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
	w.least[depth] = least
	w.nearest[depth] = min(w.nearest[depth-1], row[len(w.pattern)])
}
