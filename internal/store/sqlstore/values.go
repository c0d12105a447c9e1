package sqlstore

import (
	"strconv"
	"strings"
)

// defaultLimit is the length of a list if the filter has none.
const defaultLimit = 100

// arguments are the values of a statement that is composed of parts.
type arguments []any

// placeholder adds a value and returns its placeholder.
func (v *arguments) placeholder(value any) string {
	*v = append(*v, value)
	return "$" + strconv.Itoa(len(*v))
}

// placeholders returns n placeholders: "$4, $5, $6".
func placeholders(first, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = "$" + strconv.Itoa(first+i)
	}
	return strings.Join(all, ", ")
}
