package payload

import (
	"fmt"
	"slices"
	"strings"
)

// Enumeration is a string type with a fixed list of values for editors.
type Enumeration interface {
	// Values are the texts that editors can write.
	Values() []string
}

func checkValue[E interface {
	~string
	Enumeration
}](value E) error {
	if slices.Contains(value.Values(), string(value)) {
		return nil
	}
	return fmt.Errorf("%q is not one of %s", string(value), strings.Join(value.Values(), ", "))
}

func valuesOf[E ~string](allowed ...E) (all []string) {
	for _, a := range allowed {
		all = append(all, string(a))
	}
	return all
}
