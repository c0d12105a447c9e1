package source

import (
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/suggest"
)

// checkTexts holds the ids of the facts and those of one language against each other, both ways.
func (c *productChecker) checkTexts(f *file, t *catalog.ProductText) {
	ids := map[string][]string{}
	for _, o := range c.product.Options {
		ids["options"] = append(ids["options"], o.ID)
	}
	for _, e := range c.product.Extras {
		ids["extras"] = append(ids["extras"], e.ID)
	}
	for _, s := range c.product.Itinerary {
		ids["itinerary"] = append(ids["itinerary"], s.ID)
	}
	if c.product.Pickup != nil {
		for _, point := range c.product.Pickup.Points {
			ids["pickupPoints"] = append(ids["pickupPoints"], point.ID)
		}
	}
	if c.product.DropOff != nil {
		for _, point := range c.product.DropOff.Points {
			ids["dropOffPoints"] = append(ids["dropOffPoints"], point.ID)
		}
	}
	for key, path := range idLists {
		if c.isUnread(path...) {
			ids[key] = append(ids[key], "")
		}
	}
	matchIDs(f, "options", ids["options"], t.Options)
	matchIDs(f, "extras", ids["extras"], t.Extras)
	matchIDs(f, "itinerary", ids["itinerary"], t.Itinerary)
	matchIDs(f, "pickupPoints", ids["pickupPoints"], t.PickupPoints)
	matchIDs(f, "dropOffPoints", ids["dropOffPoints"], t.DropOffPoints)
	var units []string
	for _, o := range c.product.Options {
		for _, u := range o.Units {
			units = append(units, u.ID)
		}
	}
	for _, id := range keys(t.Units) {
		if !slices.Contains(units, id) && !slices.Contains(units, "") && !slices.Contains(ids["options"], "") {
			f.errorAtKey([]any{"units"}, id, "there is no unit %q in product.yaml%s", id, suggest.DidYouMean(id, units))
		}
	}
}

// idLists are the lists of product.yaml whose items have texts, by the key of these.
var idLists = map[string][]any{
	"options": {"options"}, "extras": {"extras"}, "itinerary": {"itinerary"}, "pickupPoints": {"pickup", "points"},
	"dropOffPoints": {"dropOff", "points"},
}

// matchIDs reports ids without texts, and texts without their id. An empty id stands for some that cannot be read,
// which the others may be.
func matchIDs[T any](f *file, key string, ids []string, texts map[string]T) {
	for _, id := range ids {
		if _, ok := texts[id]; !ok && id != "" {
			f.errorAt([]any{key}, "a missing translation: %s %q of product.yaml has no text here", key, id)
		}
	}
	if slices.Contains(ids, "") || len(texts) <= len(ids) && areAllKnown(ids, texts) {
		return
	}
	for _, id := range keys(texts) {
		if !slices.Contains(ids, id) {
			f.errorAtKey([]any{key}, id, "there is no %q among the %s of product.yaml%s", id, key,
				suggest.DidYouMean(id, ids))
		}
	}
}

func areAllKnown[T any](ids []string, texts map[string]T) bool {
	n := 0
	for _, id := range ids {
		if _, ok := texts[id]; ok {
			n++
		}
	}
	return n == len(texts)
}
