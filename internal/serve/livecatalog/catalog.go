// Package livecatalog gives the booking rules the products of the live build. It reads the payloads of the product
// pages, so that buyers are sold the products that they read about:
//
//	builds/public/<deployment>/things-to-do-in-<city>/<product>/_payload.json    or, of a supplier,
//	builds/public/<deployment>/experiences/<product>/_payload.json
//
// below a folder of the language if it is not the deployment's default. payload.AddressesFile names the folders of
// products with a slug of their own in some language. A product that a language's site leaves out is sold there all the
// same, with the words of another language, since a cart may have been begun in that one. Calls read the new build from
// live.FreshFor after a publication on. A damaged payload is logged as an error, once a build, and its product is not
// on sale until the file is repaired.
package livecatalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/serve/live"
	"storefront/internal/shop/booking"
)

// Catalog is a booking.Catalog of a folder of builds.
type Catalog struct {
	live   *live.Builds
	log    *slog.Logger
	mu     sync.Mutex
	builds map[string]*build // by deployment
}

// Open returns the catalog of a folder of builds, which need not exist yet.
func Open(builds string, log *slog.Logger) *Catalog {
	return &Catalog{live: live.Open(builds), log: log, builds: map[string]*build{}}
}

var _ booking.Catalog = (*Catalog)(nil)

// build is the part of a deployment's live build that has been read.
type build struct {
	link      fs.FileInfo       // identifies the build
	checked   live.Check        // of the link
	folders   map[string]string // of products by slug, below the root or a language's folder
	languages []string          // those with a folder, sorted
	// foldersByLanguage are the folders of products with a slug of their own in some language, by product and language.
	foldersByLanguage map[string]map[string]string

	mu       sync.RWMutex
	products map[[2]string]cachedProduct // by language and slug
	previous map[[2]string]cachedProduct // of earlier builds, to be used again if the file is the same
	damaged  map[[2]string]bool          // the products whose damage is logged
}

// cachedProduct is a product that has been read, with the file that it was read from.
type cachedProduct struct {
	product *booking.Product
	file    fs.FileInfo
}

// isReadFrom reports whether a file is the one that the product was read from. Builds share the files that they do not
// change.
func (k cachedProduct) isReadFrom(file fs.FileInfo) bool {
	return k.file != nil && os.SameFile(k.file, file) && k.file.Size() == file.Size() &&
		k.file.ModTime().Equal(file.ModTime())
}

// damagedPayload is the error about a payload that can be read and contains no product.
type damagedPayload struct {
	file string
	err  error
}

func (d *damagedPayload) Error() string { return fmt.Sprintf("%s is damaged: %v", d.file, d.err) }

func (d *damagedPayload) Unwrap() error { return d.err }

var (
	errNotOnSale = fault.New(fault.NotFound, "This product is not on sale here.")
	slugPattern  = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
)

// Product returns a product that a deployment sells, in a language.
func (c *Catalog) Product(deployment, language, slug string) (*booking.Product, error) {
	key := [2]string{language, slug}
	b := c.lastBuild(deployment)
	if b != nil && c.isLive(deployment, b) {
		b.mu.RLock()
		p := b.products[key].product
		b.mu.RUnlock()
		if p != nil {
			return p, nil
		}
	}
	if !live.IsValidID(deployment) || !slugPattern.MatchString(language) || !slugPattern.MatchString(slug) {
		return nil, errNotOnSale
	}
	var p cachedProduct
	err := c.view(deployment, func(root *os.Root, current *build) (err error) {
		b = current
		p, err = b.readProduct(root, language, slug)
		return err
	})
	if damaged, ok := errors.AsType[*damagedPayload](err); ok {
		if b.markDamageLogged(key) {
			c.log.Error("a product is not on sale: its payload is damaged", "deployment", deployment, "product", slug,
				"language", language, "file", damaged.file, "error", damaged.err)
		}
		return nil, errNotOnSale
	}
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.products[key] = p
	delete(b.damaged, key)
	delete(b.previous, key)
	return p.product, nil
}

// isLive reports whether a build is live, or was less than live.FreshFor ago.
func (c *Catalog) isLive(deployment string, b *build) bool {
	if b.checked.IsRecent() {
		return true
	}
	unchanged := b.checked.Begin()
	if !c.live.IsLive(deployment, b.link) {
		return false
	}
	unchanged()
	return true
}

// Slugs returns the products that a deployment's live build sells, sorted.
func (c *Catalog) Slugs(deployment string) (slugs []string, err error) {
	err = c.view(deployment, func(_ *os.Root, b *build) error {
		slugs = slices.Sorted(maps.Keys(b.folders))
		return nil
	})
	return slugs, err
}

// lastBuild returns the last build that was read of a deployment, or nil.
func (c *Catalog) lastBuild(deployment string) *build {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.builds[deployment]
}

// view calls read with a deployment's live build, under the rules of live.Builds.View.
func (c *Catalog) view(deployment string, read func(*os.Root, *build) error) error {
	return c.live.View(deployment, func(root *os.Root, link fs.FileInfo) error {
		b, err := c.buildOf(deployment, root, link)
		if err != nil {
			return err
		}
		return read(root, b)
	})
}

// buildOf returns the build of a link. If the link moves before View ends, the entry is never read again.
func (c *Catalog) buildOf(deployment string, root *os.Root, link fs.FileInfo) (*build, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.builds[deployment]
	if last != nil && live.SameLink(last.link, link) {
		return last, nil
	}
	foldersByLanguage, err := readMovedProducts(root)
	if err != nil {
		return nil, err
	}
	folders, languages, err := productFolders(root, foldersByLanguage)
	if err != nil {
		return nil, err
	}
	b := &build{
		link: link, folders: folders, languages: languages, foldersByLanguage: foldersByLanguage,
		products: map[[2]string]cachedProduct{},
		damaged:  map[[2]string]bool{},
		previous: last.reusable(folders),
	}
	c.builds[deployment] = b
	return b, nil
}

// reusable returns the products that have been read of this build and those before it, if they are in folders.
func (b *build) reusable(folders map[string]string) map[[2]string]cachedProduct {
	all := map[[2]string]cachedProduct{}
	if b == nil {
		return all
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	maps.Copy(all, b.previous)
	maps.Copy(all, b.products)
	maps.DeleteFunc(all, func(key [2]string, _ cachedProduct) bool { return folders[key[1]] == "" })
	return all
}

// markDamageLogged reports whether a product's damage is not logged yet, and marks it as logged.
func (b *build) markDamageLogged(key [2]string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.damaged[key] {
		return false
	}
	b.damaged[key] = true
	return true
}

// Page is the part of a product's payload that describes the product.
type Page struct {
	payload.Page
	Slug       string                `json:"slug"`
	City       payload.Named         `json:"city"`
	Categories []payload.Named       `json:"categories"`
	Product    payload.ProductDetail `json:"product"`
}

func (b *build) readProduct(root *os.Root, language, slug string) (cachedProduct, error) {
	if _, known := b.folders[slug]; !known {
		return cachedProduct{}, errNotOnSale
	}
	file, info, err := b.findPayload(root, language, slug)
	if err == nil {
		b.mu.RLock()
		previous := b.previous[[2]string{language, slug}]
		b.mu.RUnlock()
		if previous.isReadFrom(info) {
			return previous, nil
		}
	}
	var data []byte
	if err == nil {
		data, err = root.ReadFile(file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return cachedProduct{}, errNotOnSale
	}
	if err != nil {
		return cachedProduct{}, err
	}
	out, err := parse(data, slug)
	if err != nil && !fault.Is(err, fault.NotFound) {
		err = &damagedPayload{filepath.Join(root.Name(), file), err}
	}
	return cachedProduct{out, info}, err
}

// Page returns the description of a product that a deployment sells, in a language. It is read at each call.
func (c *Catalog) Page(deployment, language, slug string) (*Page, error) {
	if !live.IsValidID(deployment) || !slugPattern.MatchString(language) || !slugPattern.MatchString(slug) {
		return nil, errNotOnSale
	}
	p := &Page{}
	err := c.view(deployment, func(root *os.Root, b *build) error {
		if _, known := b.folders[slug]; !known {
			return errNotOnSale
		}
		file, _, err := b.findPayload(root, language, slug)
		if err != nil {
			return err
		}
		data, err := root.ReadFile(file)
		if err != nil {
			return err
		}
		return json.Unmarshal(data, p)
	})
	if errors.Is(err, fs.ErrNotExist) || err == nil && p.Kind != payload.KindProduct && p.Kind != "" {
		err = errNotOnSale
	}
	return p, err
}

// parse returns the product of a payload.
func parse(data []byte, slug string) (*booking.Product, error) {
	var p Page
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, err
	}
	if p.Kind != payload.KindProduct && p.Kind != "" {
		return nil, errNotOnSale
	}
	if p.Slug != slug {
		return nil, fmt.Errorf("it is of the product %q", p.Slug)
	}
	return p.toProduct()
}

// toProduct returns the product in the terms of package booking.
func (p *Page) toProduct() (*booking.Product, error) {
	zone, err := clock.Zone(p.Product.TimeZone)
	if err != nil {
		return nil, err
	}
	d := &p.Product
	out := &booking.Product{
		Slug: p.Slug, Path: p.Path, Title: p.Title, City: p.City, Location: d.Location, Status: d.Status,
		AvailabilityType: d.AvailabilityType, PricingPer: d.PricingPer, Currency: d.Currency,
		Exponent:     d.CurrencyExponent,
		NoFixedPrice: d.NoFixedPrice, Duration: d.Duration, MinimumDuration: d.MinimumDuration, TimeZone: zone,
		Pickup: d.Pickup, DropOff: d.DropOff, Supplier: d.Supplier, PayLater: d.PayLater, Options: d.Options,
		Extras: d.Extras, WhatToBring: d.WhatToBring, KnowBeforeYouGo: d.KnowBeforeYouGo,
	}
	if len(d.Images) > 0 {
		out.Image = d.Images[0]
	}
	for _, c := range p.Categories {
		out.Categories = append(out.Categories, c.ID)
	}
	return out, nil
}
