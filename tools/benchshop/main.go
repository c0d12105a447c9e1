// Command benchshop measures the API beside Vendure, a shop for Node: products read, carts, checkouts and searches a
// second, and memory, on SQLite and on PostgreSQL. make bench-shop runs it; docs/bench.md describes what is compared.
// Both are measured in turns in one run, medians count. It fails if a measurement fails or a result is wrong.
//
// Both sell the products of the deployment wayfare, and serve over HTTP from processes of their own; this one is their
// visitors.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"storefront/tools/gauge"
	"storefront/tools/gauge/scratch"
)

type options struct {
	databases string
	rounds    int
	window    time.Duration
	buyers    int
	vendure   string
	programs  string
	dir       string
}

func main() {
	var o options
	flag.StringVar(&o.databases, "databases", "sqlite,postgres", "the databases to measure on")
	flag.IntVar(&o.rounds, "rounds", 3, "the number of measurements of each; medians count")
	flag.DurationVar(&o.window, "window", 3*time.Second, "how long a measurement lasts")
	flag.IntVar(&o.buyers, "buyers", 8, "the number of concurrent visitors")
	flag.StringVar(&o.vendure, "vendure", "tools/benchshop/vendure", "the folder in which Vendure is installed")
	flag.StringVar(&o.programs, "programs", ".bin", "the folder of the programs api and generate")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := bench(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench-shop:", err)
		os.Exit(1)
	}
}

func bench(ctx context.Context, o options) (err error) {
	// The folder is on the disk that both write to.
	if o.dir, err = filepath.Abs(".bench"); err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	if o.dir, err = os.MkdirTemp(o.dir, "shop-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.dir)) }()
	products, err := o.buildSite(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d products, %d visitors at a time, medians of %d measurements of %s in turns, %d cores, %s\n",
		time.Now().Format(time.DateOnly), len(products), o.buyers, o.rounds, o.window, runtime.NumCPU(),
		runtime.Version())
	for _, database := range strings.Split(o.databases, ",") {
		others := gauge.MeasureOtherLoad()
		if err := o.compare(ctx, database, products); err != nil {
			return fmt.Errorf("%s: %w", database, err)
		}
		fmt.Printf("other programs kept %.1f of %d cores busy meanwhile\n", others(), runtime.NumCPU())
	}
	return nil
}

// compare measures both shops on a database of each their own.
func (o options) compare(ctx context.Context, database string, products []product) (err error) {
	var server scratch.Postgres
	var urls [2]string
	switch database {
	case "sqlite":
	case "postgres":
		defer func() { err = errors.Join(err, server.Close()) }()
		for i := range urls {
			if urls[i], err = server.Database(); err != nil {
				return err
			}
		}
	default:
		return errors.New("there is no such database")
	}
	us, err := o.startOurs(ctx, urls[0], products)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, us.process.stop()) }()
	them, err := o.startVendure(ctx, urls[1], products)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, them.process.stop()) }()
	words, err := sharedWords(ctx, products, us, them)
	if err != nil {
		return err
	}
	us.words, them.words = words, words
	rates, err := o.measure(ctx, us, them)
	if err != nil {
		return err
	}
	return report(database, rates, us.process.memory(), them.process.memory())
}
