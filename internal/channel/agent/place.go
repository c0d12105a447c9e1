package agent

import (
	"context"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/search"
)

// mostListed bounds the ids that a failure lists.
const mostListed = 50

// places returns the filter of the city and the category of a search.
func (t *tools) places(ctx context.Context, shop *Shop, in *SearchInput) (f search.Filter, err error) {
	if in.City == "" && in.Category == "" {
		return f, nil
	}
	d := shop.Deployment
	all, err := t.Searcher.Query(ctx, d.ID, d.Language, search.Query{Page: 1, PageSize: 1})
	if err == nil {
		f.Cities, err = placeIn(all.Facets.Cities, "city", in.City)
	}
	if err == nil {
		f.Categories, err = placeIn(all.Facets.Categories, "category", in.Category)
	}
	return f, err
}

// placeIn returns the id of a city or category that was named by its id or its title; none for an empty word.
func placeIn(all []search.Facet, field, word string) ([]string, error) {
	if word == "" {
		return nil, nil
	}
	var ids []string
	for _, one := range all {
		if asID(one.Value) == asID(word) || asID(one.Name) == asID(word) {
			return []string{one.Value}, nil
		}
		ids = append(ids, one.Value)
	}
	message := "There is no " + field + " of this name."
	if len(ids) > mostListed {
		ids = append(ids[:mostListed], "others")
	}
	if len(ids) > 0 {
		message += " There are " + strings.Join(ids, ", ") + "."
	}
	return nil, fault.New(fault.Invalid, message, fault.Field{Name: field, Code: fault.Unknown})
}

// asID returns a title in the form of an id: "Abu Dhabi" as "abu-dhabi".
func asID(title string) string { return strings.ToLower(strings.Join(strings.Fields(title), "-")) }
