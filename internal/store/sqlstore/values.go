package sqlstore

import (
	"strconv"
	"strings"
)

// defaultLimit is how many rows a list has that does not say.
const defaultLimit = 100

// values are those of a statement that is put together from parts.
type values []any

// place adds a value, and gives what stands for it.
func (v *values) place(value any) string {
	*v = append(*v, value)
	return "$" + strconv.Itoa(len(*v))
}

// placeholders lists n of them: "$4, $5, $6".
func placeholders(first, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = "$" + strconv.Itoa(first+i)
	}
	return strings.Join(all, ", ")
}
