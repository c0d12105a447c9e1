package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"storefront/internal/core/payload"
)

const (
	deployment = "wayfare"
	host       = "wayfare.localhost"
)

// product is the part of a product's payload that the benchmark needs.
type product struct {
	payload.Page
	Slug    string                `json:"slug"`
	Product payload.ProductDetail `json:"product"`
}

// price is the price of the first unit.
func (p product) price() int64 { return p.Product.Options[0].Units[0].Price }

// isSimple reports whether the product is booked by a date, a start and a number of travellers, and confirmed at once.
func (p product) isSimple() bool {
	d := p.Product
	return d.AvailabilityType == "START_TIME" && d.PricingPer == "UNIT" && d.Supplier.Confirmation == "instant" &&
		!d.NoFixedPrice && d.Pickup == nil && d.MinimumDuration == nil && d.Options[0].Units[0].Type == "ADULT"
}

func (o options) builds() string { return filepath.Join(o.dir, "builds") }

// buildSite builds the deployment and returns its products.
func (o options) buildSite(ctx context.Context) (all []product, err error) {
	cmd := exec.CommandContext(ctx, filepath.Join(o.programs, "generate"), "build", "--deployment", deployment,
		"--destination", o.builds())
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	files, err := filepath.Glob(filepath.Join(o.builds(), "public", deployment, "things-to-do-in-*", "*",
		"_payload.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var p product
		if err := json.Unmarshal(data, &p); err != nil {
			return nil, err
		}
		if p.Kind == payload.KindProduct && len(p.Product.Options) > 0 && len(p.Product.Options[0].Units) > 0 {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("the build has no products")
	}
	return all, nil
}

var longWord = regexp.MustCompile(`[a-z]{5,}`)

// sharedWords returns words of titles with which both shops find something.
func sharedWords(ctx context.Context, products []product, us *ours, them *vendure) (words []string, err error) {
	ourClient, theirClient := newClients(us.address(), 1)[0], newClients(them.address(), 1)[0]
	seen := map[string]bool{}
	for _, p := range products {
		word := longWord.FindString(strings.ToLower(p.Title))
		if word == "" || seen[word] {
			continue
		}
		seen[word] = true
		a, err := us.countResults(ctx, ourClient, word)
		if err != nil {
			return nil, err
		}
		b, err := them.countResults(ctx, theirClient, word)
		if err != nil {
			return nil, err
		}
		if a > 0 && b > 0 {
			words = append(words, word)
		}
	}
	if 2*len(words) < len(seen) {
		return nil, fmt.Errorf("only %d of %d words find something with both", len(words), len(seen))
	}
	return words, nil
}
