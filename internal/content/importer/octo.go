package importer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
)

// supplier is a catalogue under way, with what was found of each product in each language.
type supplier struct {
	*job
	client *octoClient
	order  []string
	found  map[string]map[string]*octoProduct // by id and language
	extra  map[string][]string                // keys that nothing is known of, by id
	slugs  map[string]bool
}

// Octo imports the catalogue of an OCTO supplier. Its products are drafts: a catalogue has neither the days on which
// they take place nor their capacity.
func Octo(ctx context.Context, o OctoOptions) (*Report, error) {
	client, err := newOctoClient(o)
	if err != nil {
		return nil, err
	}
	j, err := begin(ctx, o.Options, "octo")
	if err != nil {
		return nil, err
	}
	s := &supplier{job: j, client: client, found: map[string]map[string]*octoProduct{}, extra: map[string][]string{},
		slugs: map[string]bool{}}
	var who octoSupplier
	if err := client.ask(ctx, "supplier", j.languages[0], &who); err != nil {
		return nil, err
	}
	for _, language := range j.languages {
		if err := s.fetch(language); err != nil {
			return nil, err
		}
	}
	if err := s.name(who); err != nil {
		return nil, err
	}
	if o.Source == "" && s.Facts.Supplier != "" {
		s.source = "octo-" + s.Facts.Supplier
	}
	for _, id := range s.order {
		if err := s.product(id); err != nil {
			return nil, err
		}
	}
	j.vanishedProducts()
	return j.finish()
}

// fetch gets all products in one language.
func (s *supplier) fetch(language string) error {
	var all []json.RawMessage
	if err := s.client.ask(s.ctx, "products", language, &all); err != nil {
		return err
	}
	for i, raw := range all {
		p := &octoProduct{}
		if err := json.Unmarshal(raw, p); err != nil {
			return fmt.Errorf("product %d of the catalogue is not what OCTO describes: %w", i+1, err)
		}
		if p.ID == "" || len(p.Options) == 0 {
			return fmt.Errorf("product %d of the catalogue (%s) has no id or no options", i+1, short(p.InternalName))
		}
		if s.found[p.ID] == nil {
			s.order = append(s.order, p.ID)
			s.found[p.ID] = map[string]*octoProduct{}
			s.extra[p.ID] = unknown(raw)
		}
		if spoken, _, _ := strings.Cut(strings.ToLower(p.Locale), "-"); spoken == "" || spoken == language ||
			len(s.found[p.ID]) == 0 {
			if spoken != "" && slices.Contains(s.languages, spoken) {
				s.found[p.ID][spoken] = p
			} else {
				s.found[p.ID][language] = p
			}
		}
	}
	return nil
}

// ignoredKeys are keys that need no note, because the storefront has its own tickets, contact questions and counts of
// availability.
var ignoredKeys = []string{
	"allowFreesale", "freesaleDurationAmount", "freesaleDurationUnit", "instantDelivery", "availabilityRequired",
	"deliveryFormats", "deliveryMethods", "redemptionMethod",
	"country", "location", "bannerImageUrl", "bannerImages",
}

// unknown lists the keys of a product that have a value and are not imported.
func unknown(raw json.RawMessage) []string {
	var keys map[string]any
	_ = json.Unmarshal(raw, &keys)
	t := reflect.TypeFor[octoProduct]()
	for i := range t.NumField() {
		maps.DeleteFunc(keys, func(key string, _ any) bool { return strings.EqualFold(key, t.Field(i).Name) })
	}
	var left []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		v := reflect.ValueOf(keys[key])
		if v.IsValid() && !v.IsZero() && (v.Kind() != reflect.Slice && v.Kind() != reflect.Map || v.Len() > 0) &&
			!slices.Contains(ignoredKeys, key) {
			left = append(left, key)
		}
	}
	return left
}

// name makes sure that content has the supplier.
func (s *supplier) name(who octoSupplier) error {
	if s.Facts.Supplier != "" || len(s.order) == 0 {
		return nil
	}
	id := cmp.Or(scaffold.Slug(who.Name), scaffold.Slug(who.ID))
	if id == "" {
		s.report.wrong(Note{Field: "supplier", Value: who.Name, Why: "its name makes no slug", Do: "give --supplier"})
		return nil
	}
	s.Facts.Supplier = id
	if s.lib.Suppliers[id] != nil {
		return nil
	}
	made := catalog.Supplier{Name: catalog.Localized{}, Confirmation: payload.Instant}
	for _, language := range s.languages {
		made.Name[language] = cmp.Or(plain(who.Name), id)
	}
	for _, id := range s.order {
		for _, p := range s.found[id] {
			if !p.InstantConfirmation {
				made.Confirmation = payload.OnRequest
			}
		}
	}
	s.report.note(Note{Item: "suppliers/" + id, Field: "name", Value: who.Name,
		Why: "it is given in one language; it stands in all", Do: "translate it"})
	return s.stage.Add("suppliers/"+id+".yaml", scaffold.YAML(made))
}

// product brings in one product, in all languages that it was found in.
func (s *supplier) product(id string) error {
	found := s.found[id]
	var main *octoProduct
	for _, language := range s.languages {
		if p := found[language]; p != nil && (main == nil || scaffold.Slug(main.Title) == "" &&
			scaffold.Slug(p.Title) != "") {
			main = p
		}
	}
	slug := cmp.Or(scaffold.Slug(main.Title), scaffold.Slug(main.InternalName), scaffold.Slug(main.Reference),
		scaffold.Slug(id))
	if slug == "" || slug == "page" || s.slugs[slug] {
		slug = strings.Trim(slug+"-"+scaffold.Slug(id), "-")
	}
	known := s.existing(id, s.Facts.Supplier)
	slug = cmp.Or(known, slug)
	s.slugs[slug] = true
	p := &product{slug: slug, texts: map[string]*catalog.ProductText{}, matched: known != "",
		mark: len(s.report.Unmapped)}
	p.facts.SourceID = id
	p.place = func(field string) Note { return Note{Item: "product " + short(id), Field: field} }
	if s.stage.Exists("products/"+slug) && !p.matched {
		return s.sell(p) // which only reports it
	}
	o := &octoMap{supplier: s, p: p, from: main, optionIDs: map[string]string{}}
	o.facts()
	for _, language := range s.languages {
		if t := found[language]; t != nil {
			o.text(language, t)
		}
	}
	o.pictures()
	o.leftOver()
	return s.sell(p)
}
