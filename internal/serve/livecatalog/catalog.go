// Package livecatalog tells the booking rules what the live build offers. It reads the payloads of the product pages, so that
// what is sold is what visitors read:
//
//	builds/public/<deployment>/things-to-do-in-<city>/<product>/_payload.json    or, of a supplier,
//	builds/public/<deployment>/experiences/<product>/_payload.json
//
// below a folder of the language where it is not the deployment's default. A new build is noticed with the next question. A
// payload that is damaged is logged as an error, once a build, and its product is not on sale until the file is mended.
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
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/shop/booking"
)

// Catalog is a booking.Catalog of a folder of builds.
type Catalog struct {
	public string
	log    *slog.Logger
	mu     sync.Mutex
	builds map[string]*build // by deployment
}

// Open reads the builds in a folder, which need not exist yet.
func Open(builds string, log *slog.Logger) *Catalog {
	return &Catalog{public: filepath.Join(builds, "public"), log: log, builds: map[string]*build{}}
}

var _ booking.Catalog = (*Catalog)(nil)

// build is what is known of a deployment's live build.
type build struct {
	latest  fs.FileInfo // of the file that is written last
	root    string
	folders map[string]string // of products by slug, below the root

	mu       sync.RWMutex
	products map[[2]string]*booking.Product // by language and slug
	damaged  map[[2]string]bool             // of those that are logged
}

// damage is what is wrong with a payload that can be read and holds no product.
type damage struct {
	file string
	err  error
}

func (d *damage) Error() string { return fmt.Sprintf("%s is damaged: %v", d.file, d.err) }

func (d *damage) Unwrap() error { return d.err }

var (
	errNotOnSale = fault.New(fault.NotFound, "This product is not on sale here.")
	plain        = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
)

// Product finds what a deployment sells.
func (c *Catalog) Product(deployment, language, slug string) (*booking.Product, error) {
	if !plain.MatchString(deployment) || !plain.MatchString(language) || !plain.MatchString(slug) {
		return nil, errNotOnSale
	}
	b, err := c.live(deployment)
	if err != nil {
		return nil, err
	}
	key := [2]string{language, slug}
	b.mu.RLock()
	p := b.products[key]
	b.mu.RUnlock()
	if p != nil {
		return p, nil
	}
	p, err = b.read(language, slug)
	b.mu.Lock()
	defer b.mu.Unlock()
	if damaged, ok := errors.AsType[*damage](err); ok {
		if !b.damaged[key] {
			b.damaged[key] = true
			c.log.Error("a product is not on sale: its payload is damaged", "deployment", deployment, "product", slug, "language", language,
				"file", damaged.file, "error", damaged.err)
		}
		return nil, errNotOnSale
	}
	if err != nil {
		return nil, err
	}
	b.products[key] = p
	delete(b.damaged, key)
	return p, nil
}

// Slugs returns the products that a deployment's live build sells.
func (c *Catalog) Slugs(deployment string) ([]string, error) {
	b, err := c.live(deployment)
	if err != nil {
		return nil, err
	}
	return slices.Sorted(maps.Keys(b.folders)), nil
}

// live gives a deployment's build, looked at anew if it is another one by now.
func (c *Catalog) live(deployment string) (*build, error) {
	root := filepath.Join(c.public, deployment)
	latest, err := os.Stat(filepath.Join(root, "builds", "meta", "latest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.Unavailable, "There is no build to sell from yet.")
	}
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.builds[deployment]
	if b != nil && os.SameFile(b.latest, latest) && b.latest.ModTime().Equal(latest.ModTime()) {
		return b, nil
	}
	b = &build{latest: latest, root: root, folders: map[string]string{}, products: map[[2]string]*booking.Product{}, damaged: map[[2]string]bool{}}
	if err := b.list(); err != nil {
		return nil, err
	}
	c.builds[deployment] = b
	return b, nil
}

// list finds the folders of products, which are the same in every language.
func (b *build) list() error {
	top, err := os.ReadDir(b.root)
	if err != nil {
		return err
	}
	for _, section := range top {
		if name := section.Name(); !route.HoldsProducts(true, name) && !route.HoldsProducts(false, name) {
			continue
		}
		products, err := os.ReadDir(filepath.Join(b.root, section.Name()))
		if err != nil {
			return err
		}
		for _, p := range products {
			if p.IsDir() {
				b.folders[p.Name()] = filepath.Join(section.Name(), p.Name())
			}
		}
	}
	return nil
}

// page is a product's payload, as far as booking goes.
type page struct {
	payload.Page
	Slug       string                `json:"slug"`
	City       payload.Named         `json:"city"`
	Categories []payload.Named       `json:"categories"`
	Product    payload.ProductDetail `json:"product"`
}

func (b *build) read(language, slug string) (*booking.Product, error) {
	folder, known := b.folders[slug]
	if !known {
		return nil, errNotOnSale
	}
	file := filepath.Join(b.root, language, folder, "_payload.json")
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) { // the default language has no folder of its own
		file = filepath.Join(b.root, folder, "_payload.json")
		data, err = os.ReadFile(file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNotOnSale
	}
	if err != nil {
		return nil, err
	}
	var p page
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, &damage{file, err}
	}
	if p.Kind != payload.KindProduct && p.Kind != "" {
		return nil, errNotOnSale
	}
	if p.Slug != slug {
		return nil, &damage{file, fmt.Errorf("it is of the product %q", p.Slug)}
	}
	out, err := p.offered()
	if err != nil {
		return nil, &damage{file, err}
	}
	return out, nil
}

func (p *page) offered() (*booking.Product, error) {
	zone, err := time.LoadLocation(p.Product.TimeZone)
	if err != nil {
		return nil, err
	}
	d := &p.Product
	out := &booking.Product{
		Slug: p.Slug, Path: p.Path, Title: p.Title, City: p.City, Location: d.Location, Status: d.Status,
		AvailabilityType: d.AvailabilityType, PricingPer: d.PricingPer, Currency: d.Currency, Exponent: d.CurrencyExponent,
		NoFixedPrice: d.NoFixedPrice, Duration: d.Duration, MinimumDuration: d.MinimumDuration, TimeZone: zone,
		Pickup: d.Pickup, DropOff: d.DropOff, Supplier: d.Supplier, PayLater: d.PayLater, Options: d.Options, Extras: d.Extras,
	}
	if len(d.Images) > 0 {
		out.Image = d.Images[0]
	}
	for _, c := range p.Categories {
		out.Categories = append(out.Categories, c.ID)
	}
	return out, nil
}
