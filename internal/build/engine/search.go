package engine

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
	"storefront/internal/search"
)

// The search index of a deployment in a language is a file of its tree, made while the pages are rendered. What a product
// is found by is worked out when it is read, and waits in the spool like its detail; the words of the others stand in the
// last build's index.

// placeNames are the names of cities and categories in all languages: visitors type on whichever keyboard is on.
type placeNames struct{ cities, categories map[string][]string }

func namesOf(lib *catalog.Library) placeNames {
	n := placeNames{map[string][]string{}, map[string][]string{}}
	for _, c := range lib.Cities {
		n.cities[c.Slug] = titles(c.Texts)
	}
	for _, c := range lib.Categories {
		n.categories[c.Slug] = titles(c.Texts)
	}
	return n
}

func titles(texts map[string]*catalog.PlaceText) []string {
	var out []string
	for _, t := range texts {
		if t != nil {
			out = append(out, t.Title)
		}
	}
	return out
}

// keepWords puts the words of a product, in every language, where its index will look for them.
func (r *reading) keepWords(p *catalog.Product, summary *pages.Summary) error {
	for i, language := range r.reader.Languages {
		words := r.wordsOf(p, language)
		summary.Texts[i].Words = pages.KeyOf(words)
		if err := r.spool.put(wordsName(summary, i), words); err != nil {
			return err
		}
	}
	return nil
}

func wordsName(s *pages.Summary, language int) string {
	return "words " + hex.EncodeToString(s.Texts[language].Words[:])
}

// wordsOf takes the texts of a language, and the title, place and summary of the others, which visitors type as well. It leaves
// out the overview: it speaks of neighbouring products, and of what there is not.
func (r *reading) wordsOf(p *catalog.Product, language string) []byte {
	t, e := p.Texts[language], search.NewEntry()
	r.identify(e, p)
	e.Add(search.Title, t.Title)
	e.Add(search.City, r.names.cities[p.City]...)
	for _, category := range p.Categories {
		e.Add(search.Category, r.names.categories[category]...)
	}
	for _, label := range p.Labels {
		e.Add(search.Label, values(r.lib.Labels[label])...)
	}
	for _, occasion := range p.Occasions {
		e.Add(search.Label, values(r.lib.Occasions[occasion])...)
	}
	if s := r.lib.Suppliers[p.Supplier]; s != nil {
		e.Add(search.Label, values(s.Name)...)
	}
	e.Add(search.Where, t.Place, t.Address)
	e.Add(search.Summary, t.Summary)
	e.Add(search.Detail, t.Highlights...)
	for _, step := range t.Itinerary {
		e.Add(search.Detail, step.Title)
	}
	e.Add(search.Remark, t.Includes...)
	for _, items := range []map[string]catalog.ItemText{t.Options, t.Extras} {
		for _, item := range items {
			e.Add(search.Remark, item.Title)
		}
	}
	for _, other := range r.reader.Languages {
		if o := p.Texts[other]; o != nil && other != language {
			e.Add(search.Title, o.Title)
			e.Add(search.Detail, o.Place, o.Summary)
		}
	}
	return e.Bytes()
}

// identify adds what the names of search.yaml lead to.
func (r *reading) identify(e *search.Entry, p *catalog.Product) {
	e.AddID(search.Title, search.ID("product", p.Slug))
	e.AddID(search.City, search.ID("city", p.City))
	add := func(field search.Field, kind string, slugs []string) {
		for _, slug := range slugs {
			e.AddID(field, search.ID(kind, slug))
		}
	}
	add(search.Category, "category", p.Categories)
	add(search.Label, "occasion", p.Occasions)
	add(search.Label, "label", p.Labels)
	add(search.Label, "audience", catalog.AudiencesOf(p))
}

// values are the texts of all languages.
func values(text catalog.Localized) []string {
	return slices.Sorted(maps.Values(text))
}

func (r *reading) productWords(s *pages.Summary, language int) ([]byte, error) {
	return r.fetch(wordsName(s, language), s.Slug, func() []diag.Diagnostic {
		_, found := r.makeProduct(s.Slug)
		return found
	})
}

// index makes all sites' indexes, on half of the cores: the pages are rendered meanwhile. It closes what it returns when it is
// done.
func index(sites []*site) <-chan struct{} {
	type job struct {
		*site
		language string
	}
	jobs, done := make(chan job, 16), make(chan struct{})
	var wait sync.WaitGroup
	for range max(1, runtime.NumCPU()/2) {
		wait.Go(func() {
			for j := range jobs {
				if err := j.index(j.language); err != nil {
					j.fail(j.id, err)
				}
			}
		})
	}
	go func() {
		for _, s := range sites {
			for _, language := range s.deployment.Languages {
				jobs <- job{s, language}
			}
		}
		close(jobs)
		wait.Wait()
		close(done)
	}()
	return done
}

// index makes the index of a language, unless that of the last build is of the same content.
func (s *site) index(language string) error {
	content, key := s.searched(language)
	rel := search.File(language)
	address := "file:" + rel
	o, known := s.before[address]
	if !known || o.Key != key || !s.tree.has(rel) {
		var last []byte
		if known {
			last, _ = os.ReadFile(filepath.Join(s.tree.dir(s.tree.spare), filepath.FromSlash(rel))) // without it all is read again
		}
		data, err := search.Write(content, last)
		if err != nil {
			return err
		}
		w, err := s.tree.write(rel, data)
		if err != nil {
			return err
		}
		o = output{Key: key, File: w}
	}
	s.mu.Lock()
	s.outputs[address] = o
	s.mu.Unlock()
	return nil
}

// searched is the content of a language's index, with the key of it all.
func (s *site) searched(language string) (search.Content, pages.Key) {
	c := search.Content{Currency: s.deployment.Currencies[0], Lexicon: s.reading.lexicon(language)}
	at := slices.Index(s.pages.Languages, language)
	var made bytes.Buffer
	fmt.Fprintf(&made, "%s\n%+v\n", c.Currency, c.Lexicon)
	for _, p := range s.pages.Sold() {
		t := &p.Texts[at]
		c.Products = append(c.Products, searchedProduct(p, t))
		c.Products[len(c.Products)-1].Entry = func() ([]byte, error) { return s.reading.productWords(p, at) }
		made.WriteString(p.Slug + " " + p.City + " " + strings.Join(p.Categories, ",") + " " + strings.Join(p.Offer.GuideLanguages, ",") + "\n")
		made.Write(t.CardKey[:])
		made.Write(t.Words[:])
	}
	cities, categories := s.pages.Places(language)
	for _, card := range cities {
		c.Places = append(c.Places, searchedPlace(search.CityPlace, card, s.reading.names.cities[card.Slug]))
	}
	for _, card := range categories {
		c.Places = append(c.Places, searchedPlace(search.CategoryPlace, card, s.reading.names.categories[card.Slug]))
	}
	for _, p := range c.Places {
		made.WriteString(string(p.Kind) + " " + p.Slug + "\n")
		made.Write(p.Card)
		made.Write(p.Key[:])
	}
	return c, pages.KeyOf(made.Bytes())
}

func searchedProduct(p *pages.Summary, t *pages.SummaryText) search.Product {
	o := p.Offer
	out := search.Product{
		Slug: p.Slug, City: p.City, Categories: p.Categories, Languages: o.GuideLanguages, Currency: p.Currency,
		Minutes: o.Duration.Minutes + o.Duration.Nights*24*60, Average: p.Average, Reviews: p.Reviews,
		FreeCancellation: o.FreeCancellation, Pickup: o.Pickup, Available: o.Available, Card: t.Card, Key: search.Key(t.Words),
	}
	if o.Price != nil {
		out.Price = o.Price.Amount
	}
	return out
}

func searchedPlace(kind search.PlaceKind, card payload.PlaceCard, names []string) search.Place {
	e := search.NewEntry()
	e.Add(search.Title, names...)
	e.AddID(search.Title, search.ID(string(kind), card.Slug))
	words := e.Bytes()
	data, err := payload.JSON(card)
	if err != nil {
		panic(err) // our own shape, which always can be written
	}
	return search.Place{
		Kind: kind, Slug: card.Slug, Name: card.Title, Card: data, Key: search.Key(pages.KeyOf(words)),
		Entry: func() ([]byte, error) { return words, nil },
	}
}
