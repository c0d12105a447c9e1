package diag

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"storefront/internal/lib/lazyregexp"
)

// frequentCount is the number of diagnostics of one kind above which they are counted.
const frequentCount = 10

// variableParts match the parts in which messages of a kind differ: quotations, addresses, files, numbers.
var variableParts = lazyregexp.New(`"[^"]*"|\S*/\S*[^\s.,;:)]|` +
	`[\pL\pN_-][\pL\pN._-]*\.[a-z][a-z0-9]{1,4}\b|\d[\d.,:-]*\d|\d`)

// FrequentKinds returns a line for each kind that more than ten diagnostics are of, with their number, the most
// frequent first.
func FrequentKinds(all []Diagnostic) []string {
	counts, kinds := map[string]int{}, map[string]string{}
	for _, d := range all {
		kind := variableParts.ReplaceAllString(d.Message, "…")
		if counts[kind]++; counts[kind] == 1 {
			kinds[kind] = d.Message
		} else if kinds[kind] != d.Message {
			kinds[kind] = kind
		}
	}
	var sums []string
	for _, kind := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	}) {
		if counts[kind] > frequentCount {
			sums = append(sums, fmt.Sprintf("%5d × %s", counts[kind], kinds[kind]))
		}
	}
	return sums
}
