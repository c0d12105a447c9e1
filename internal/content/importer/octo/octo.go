// Package octo imports the catalogue of a supplier whose server speaks OCTO. docs/importing.md describes the
// conversion.
package octo

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
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
)

// supplier is a running import of a catalogue, with each product in each language.
type supplier struct {
	*importer.Job
	client *client
	order  []string
	found  map[string]map[string]*product // by id and language
	extra  map[string][]string            // unknown keys, by id
	slugs  map[string]bool
}

// Import imports the catalogue of an OCTO supplier. Its products are drafts: a catalogue has neither the days on which
// they take place nor their capacity.
func Import(ctx context.Context, o Options) (*importer.Report, error) {
	client, err := newClient(o)
	if err != nil {
		return nil, err
	}
	j, err := importer.Begin(ctx, o.Options, "octo")
	if err != nil {
		return nil, err
	}
	s := &supplier{Job: j, client: client, found: map[string]map[string]*product{}, extra: map[string][]string{},
		slugs: map[string]bool{}}
	var who supplierAnswer
	if err := client.get(ctx, "supplier", j.Languages[0], &who); err != nil {
		return nil, err
	}
	for _, language := range j.Languages {
		if err := s.fetch(language); err != nil {
			return nil, err
		}
	}
	if err := s.name(who); err != nil {
		return nil, err
	}
	if o.Source == "" && s.Facts.Supplier != "" {
		s.Source = "octo-" + s.Facts.Supplier
	}
	for _, id := range s.order {
		if err := s.product(id); err != nil {
			return nil, err
		}
	}
	j.NoteVanishedProducts()
	return j.Finish()
}

// fetch gets all products in one language.
func (s *supplier) fetch(language string) error {
	var all []json.RawMessage
	if err := s.client.get(s.Context, "products", language, &all); err != nil {
		return err
	}
	for i, raw := range all {
		p := &product{}
		if err := json.Unmarshal(raw, p); err != nil {
			return fmt.Errorf("product %d of the catalogue is not valid OCTO: %w", i+1, err)
		}
		if p.ID == "" || len(p.Options) == 0 {
			return fmt.Errorf("product %d of the catalogue (%s) has no id or no options", i+1,
				importer.Short(p.InternalName))
		}
		if s.found[p.ID] == nil {
			s.order = append(s.order, p.ID)
			s.found[p.ID] = map[string]*product{}
			s.extra[p.ID] = unknown(raw)
		}
		if spoken, _, _ := strings.Cut(strings.ToLower(p.Locale), "-"); spoken == "" || spoken == language ||
			len(s.found[p.ID]) == 0 {
			if spoken != "" && slices.Contains(s.Languages, spoken) {
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
	t := reflect.TypeFor[product]()
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
func (s *supplier) name(who supplierAnswer) error {
	if s.Facts.Supplier != "" || len(s.order) == 0 {
		return nil
	}
	id := cmp.Or(scaffold.Slug(who.Name), scaffold.Slug(who.ID))
	if id == "" {
		s.Report.Refuse(importer.Note{Field: "supplier", Value: who.Name, Why: "no slug can be made of its name",
			Do: "give --supplier"})
		return nil
	}
	s.Facts.Supplier = id
	if s.Library.Suppliers[id] != nil {
		return nil
	}
	made := catalog.Supplier{Name: catalog.Localized{}, Confirmation: payload.Instant}
	for _, language := range s.Languages {
		made.Name[language] = cmp.Or(prose.SingleLine(who.Name), id)
	}
	for _, id := range s.order {
		for _, p := range s.found[id] {
			if !p.InstantConfirmation {
				made.Confirmation = payload.OnRequest
			}
		}
	}
	s.Report.Note(importer.Note{Item: "suppliers/" + id, Field: "name", Value: who.Name,
		Why: "the source has it in one language; it is used in all", Do: "translate it"})
	return s.Stage.Add("suppliers/"+id+".yaml", scaffold.YAML(made))
}

// product imports one product, in all its languages.
func (s *supplier) product(id string) error {
	found := s.found[id]
	var main *product
	var of string
	for _, language := range s.Languages {
		if p := found[language]; p != nil && (main == nil || scaffold.Slug(main.Title) == "" &&
			scaffold.Slug(p.Title) != "") {
			main, of = p, language
		}
	}
	slug := cmp.Or(s.SlugOf(main.Title, of), scaffold.Slug(main.InternalName), scaffold.Slug(main.Reference),
		scaffold.Slug(id))
	if slug == "" || slug == "page" || s.slugs[slug] {
		slug = strings.Trim(slug+"-"+scaffold.Slug(id), "-")
	}
	known := s.ExistingSlug(id, s.Facts.Supplier)
	slug = cmp.Or(known, slug)
	s.slugs[slug] = true
	p := &importer.Product{Slug: slug, Texts: map[string]*catalog.ProductText{}, Matched: known != "",
		NotesBefore: len(s.Report.Unmapped)}
	p.Facts.SourceID = id
	p.NoteFor = func(field string) importer.Note {
		return importer.Note{Item: "product " + importer.Short(id), Field: field}
	}
	if s.Stage.Exists("products/"+slug) && !p.Matched {
		return s.StageProduct(p) // which only reports it
	}
	o := &mapping{supplier: s, p: p, from: main, optionIDs: map[string]string{}}
	o.facts()
	for _, language := range s.Languages {
		if t := found[language]; t != nil {
			o.text(language, t)
		}
	}
	o.pictures()
	o.noteUnmappedParts()
	s.Report.RemoveRepeated(p.NotesBefore)
	return s.StageProduct(p)
}
