package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"storefront/tools/gauge"
)

// shop is one of the two. Each action is one visitor's, the i-th of the run, over the visitor's connection. An error is
// a failure of the request or a wrong result.
type shop interface {
	readProduct(ctx context.Context, c *client, i int) error
	addToCart(ctx context.Context, c *client, i int) error
	checkOut(ctx context.Context, c *client, i int) error
	search(ctx context.Context, c *client, i int) error
	address() string
}

// actions are the rows of the table.
var actions = []struct {
	name string
	act  func(shop, context.Context, *client, int) error
}{
	{"product read, a second", shop.readProduct}, {"add to cart, a second", shop.addToCart},
	{"checkouts, a second", shop.checkOut},
	{"searches, a second", shop.search},
}

// warmups is the number of times that each visitor does everything before it counts.
const warmups = 5

// measure returns the rates of each action in each round, of both shops.
func (o options) measure(ctx context.Context, shops ...shop) (rates [][2][]float64, err error) {
	rates = make([][2][]float64, len(actions))
	var visitors [2]atomic.Int64
	for s, shop := range shops {
		for _, a := range actions {
			c := newClients(shop.address(), o.buyers)
			_, err := gauge.RunConcurrently(ctx, o.buyers, 0, warmups*o.buyers, func(ctx context.Context, i int) error {
				visitors[s].Add(1)
				return a.act(shop, ctx, c[i%o.buyers], i)
			})
			if err != nil {
				return nil, fmt.Errorf("%s, warming up %T: %w", a.name, shop, err)
			}
		}
	}
	for range o.rounds {
		for row, a := range actions {
			for s, shop := range shops {
				perSecond, err := o.rateDuring(ctx, shop, &visitors[s], a.act)
				if err != nil {
					return nil, fmt.Errorf("%s of %T: %w", a.name, shop, err)
				}
				rates[row][s] = append(rates[row][s], perSecond)
			}
		}
	}
	return rates, nil
}

// rateDuring has each visitor act again as soon as the action before it is done, for a window of time.
func (o options) rateDuring(ctx context.Context, s shop, visitor *atomic.Int64,
	act func(shop, context.Context, *client, int) error) (perSecond float64, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	var group sync.WaitGroup
	began := time.Now()
	for _, c := range newClients(s.address(), o.buyers) {
		group.Go(func() {
			defer c.close()
			for time.Since(began) < o.window && ctx.Err() == nil {
				if err := act(s, ctx, c, int(visitor.Add(1))); err != nil {
					cancel(err)
					return
				}
				done.Add(1)
			}
		})
	}
	group.Wait()
	return float64(done.Load()) / time.Since(began).Seconds(), context.Cause(ctx)
}

func report(database string, rates [][2][]float64, ours, theirs memory) error {
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s\tours\tVendure %s\tours / Vendure\t\n", database, vendureVersion)
	same := func(f float64) float64 { return f }
	for row, a := range actions {
		us, them := gauge.Median(rates[row][0], same), gauge.Median(rates[row][1], same)
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.2f\t\n", a.name, us, them, us/them)
	}
	fmt.Fprintf(w, "memory at the end, MB\t%.0f\t%.0f\t%.3f\t\n", megabytes(ours.end), megabytes(theirs.end),
		megabytes(ours.end)/megabytes(theirs.end))
	fmt.Fprintf(w, "memory at the peak, MB\t%.0f\t%.0f\t%.3f\t\n", megabytes(ours.peak), megabytes(theirs.peak),
		megabytes(ours.peak)/megabytes(theirs.peak))
	return w.Flush()
}

func megabytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }
