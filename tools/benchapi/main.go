// Command benchapi measures the API: the cost of availability compared with a bare handler that returns the same bytes,
// carts and checkouts a second, and the effect of more processes on one PostgreSQL. make bench-api runs it. Compared
// programs are measured in turns in one run, and medians count. It fails if a measurement fails or a result is wrong,
// not if a target is missed.
//
// The load comes from this process. The measured programs run in processes of their own, all of this program, which
// read their task from standard input.
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
	"slices"
	"strings"
	"syscall"
	"time"

	_ "time/tzdata" // as in cmd/api

	"storefront/tools/gauge"
)

// options are the flags.
type options struct {
	parts       []string
	rounds      int
	window      time.Duration
	connections int
	checkouts   int
	buyers      int
	profiles    string
	dir         string
}

var allParts = []string{"availability", "cart", "checkout", "page", "octo", "postgres"}

func main() {
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		signal.Ignore(os.Interrupt) // the parent stops it
		if err := child(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench-api child:", err)
			os.Exit(1)
		}
		return
	}
	var o options
	parts := flag.String("parts", strings.Join(allParts, ","), "what to measure")
	flag.IntVar(&o.rounds, "rounds", 5, "the number of measurements of each; medians count")
	flag.DurationVar(&o.window, "window", 2*time.Second, "how long a load lasts")
	flag.IntVar(&o.connections, "connections", 16, "the maximum number of connections")
	flag.IntVar(&o.checkouts, "checkouts", 2000, "the number of checkouts of a round")
	flag.IntVar(&o.buyers, "buyers", 48, "the number of concurrent buyers")
	flag.StringVar(&o.profiles, "profiles", "", "a folder for CPU profiles of the measured processes")
	flag.Parse()
	o.parts = strings.Split(*parts, ",")
	// An interrupt removes temporary files.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	defer stop()
	if err := bench(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench-api:", err)
		os.Exit(1)
	}
}

func bench(ctx context.Context, o options) (err error) {
	for _, part := range o.parts {
		if !slices.Contains(allParts, part) {
			return fmt.Errorf("there is no part %q", part)
		}
	}
	if o.profiles != "" {
		if err := os.MkdirAll(o.profiles, 0o755); err != nil {
			return err
		}
	}
	// The folder is on the disk that the API would write to.
	if o.dir, err = filepath.Abs(".bench"); err != nil {
		return err
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	if o.dir, err = os.MkdirTemp(o.dir, "api-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.dir)) }()
	if err := writeBuilds(o.builds()); err != nil {
		return err
	}
	printHeading(o)
	for _, part := range o.parts {
		measure := map[string]func(context.Context, options) error{
			"availability": measureAvailability, "cart": measureCart, "checkout": measureCheckout,
			"page": measurePage, "octo": measureOcto, "postgres": measurePostgres,
		}[part]
		others := gauge.MeasureOtherLoad()
		if err := measure(ctx, o); err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
		printLine("  other programs kept %.1f of %d cores busy meanwhile", others(), runtime.NumCPU())
	}
	return nil
}

func (o options) builds() string { return filepath.Join(o.dir, "builds") }

// newDataDir creates an unused folder.
func (o options) newDataDir() (string, error) { return os.MkdirTemp(o.dir, "data-") }
