// Package suggest returns the known word nearest to a misspelt one.
package suggest

import (
	"fmt"
	"strings"
)

// Nearest returns the allowed word closest to a misspelt one; empty if none is close.
func Nearest(word string, allowed []string) string {
	best, distance := "", min(3+len(word)/6, max(3, len(word)/2), len(word)) // of a word of two letters one may differ
	for _, a := range allowed {
		if len(word) > 3 && strings.HasPrefix(strings.ToLower(a), strings.ToLower(word)) {
			return a
		}
		if d := editDistance(strings.ToLower(word), strings.ToLower(a)); d < distance {
			best, distance = a, d
		}
	}
	return best
}

// DidYouMean returns the end of a message about an unknown word: the nearest known word, or an empty string.
func DidYouMean(word string, allowed []string) string {
	if n := Nearest(word, allowed); n != "" {
		return fmt.Sprintf("; did you mean %q?", n)
	}
	return ""
}

func editDistance(a, b string) int {
	if len(a) > len(b)+8 || len(b) > len(a)+8 {
		return 99
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j], row[j-1])
			}
			diagonal, row[j] = row[j], cost
		}
	}
	return row[len(b)]
}
