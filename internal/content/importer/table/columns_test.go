package table

import (
	"reflect"
	"strings"
	"testing"

	"storefront/internal/content/catalog"
)

func TestEveryTableColumnIsReadAndWritten(t *testing.T) {
	for _, c := range columns {
		if cells[c.name] == nil {
			t.Errorf("no export writes %s", c.name)
		}
	}
	if len(cells) != len(columns) {
		t.Errorf("%d columns are written, and %d are read", len(cells), len(columns))
	}
	for own, usual := range aliases {
		known := false
		for _, c := range columns {
			known = known || c.name == usual
		}
		if !known || folded(own) != own {
			t.Errorf("the alias %s=%s is of no column, or is not folded", own, usual)
		}
	}
}

// otherNames maps keys to columns with another name.
var otherNames = map[string]string{
	"Product.location": "latitude", "Product.options": "option",
	"ProductText.draft": "translationDraft", "ProductText.slug": "translationSlug",
	"ProductText.aliases": "translationAliases", "ProductText.options": "optionTitle", "ProductText.units": "unitTitle",
	"ProductText.extras": "extraTitles", "ProductText.pickupPoints": "pickupPointTitles",
	"ProductText.dropOffPoints": "dropOffPointTitles", "ProductText.itinerary": "itineraryTitles",
	"Option.id": "option", "Option.price": "optionPrice", "Option.originalPrice": "optionOriginalPrice",
	"Option.duration": "optionDuration", "Option.schedule": "optionSchedule",
	"Option.cancellation": "optionCancellation", "Option.units": "unit",
	"Unit.id": "unitId", "Unit.type": "unit", "Unit.ages": "unitAges",
}

// A product key without a column would be lost between an export and an import.
func TestEveryProductKeyHasATableColumn(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[catalog.Product](), reflect.TypeFor[catalog.ProductText](),
		reflect.TypeFor[catalog.Option](), reflect.TypeFor[catalog.Unit]()} {
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Field(i).Tag.Get("yaml"), ",")
			if key == "" || key == "-" {
				continue
			}
			if name, other := otherNames[of.Name()+"."+key]; other {
				key = name
			}
			if cells[key] == nil {
				t.Errorf("no column has %s.%s", of.Name(), key)
			}
		}
	}
}
