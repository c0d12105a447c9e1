package agent

import (
	"context"
	"strings"

	"storefront/internal/core/fault"
	"storefront/internal/search"
)

// maxListedIDs bounds the ids that a failure lists.
const maxListedIDs = 50

// placeFilter returns the filter of the city and the category of a search.
func (t *tools) placeFilter(ctx context.Context, shop *Shop, in *SearchInput) (f search.Filter, err error) {
	if in.City == "" && in.Category == "" {
		return f, nil
	}
	d := shop.Deployment
	all, err := t.Searcher.Query(ctx, d.ID, d.Language, search.Query{Page: 1, PageSize: 1})
	if err == nil {
		f.Cities, err = facetID(all.Facets.Cities, "city", in.City)
	}
	if err == nil {
		f.Categories, err = facetID(all.Facets.Categories, "category", in.Category)
	}
	return f, err
}

// facetID returns the id of a city or category that was named by its id or its title; none for an empty word.
func facetID(all []search.Facet, field, name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	var ids []string
	for _, facet := range all {
		if normalizeID(facet.Value) == normalizeID(name) || normalizeID(facet.Name) == normalizeID(name) {
			return []string{facet.Value}, nil
		}
		ids = append(ids, facet.Value)
	}
	message := "There is no " + field + " of this name."
	if len(ids) > maxListedIDs {
		ids = append(ids[:maxListedIDs], "others")
	}
	if len(ids) > 0 {
		message += " There are " + strings.Join(ids, ", ") + "."
	}
	return nil, fault.New(fault.Invalid, message, fault.Field{Name: field, Code: fault.Unknown})
}

// normalizeID returns a title in the form of an id: "Abu Dhabi" as "abu-dhabi".
func normalizeID(title string) string {
	return strings.ToLower(strings.Join(strings.Fields(title), "-"))
}
