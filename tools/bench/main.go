// Command bench compares the generator with others: the same synthetic catalogue in English and Arabic, on this
// machine, in one run, in turns. make bench, make bench-peers and make bench-scale run it; docs/bench.md describes what
// is measured and how. It fails if a measurement fails or a result is wrong, not if a target is missed.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	n := flag.Int("n", 10_000, "the number of products")
	repetitions := flag.Int("repetitions", 3, "the number of runs of each; medians count")
	peers := flag.String("peers", "hugo", "the peers to compare with, separated by commas: hugo, astro, eleventy")
	sizes := flag.Bool("scale", false, "measure our cost a page at 1,000 to 200,000 products instead")
	watch := flag.Bool("watch", false, "measure how soon generate server shows an edit instead")
	plot := flag.String("plot", "", "draw the time against the number of products, up to n, into this file instead")
	bundle := flag.String("site", "site/dist", "the site bundle")
	in := flag.String("in", ".bench", "the folder for catalogues and pages, which are in its folder work")
	keep := flag.Bool("keep", false, "leave the catalogues and pages")
	flag.Parse()
	if err := bench(*n, *repetitions, *peers, *sizes, *watch, *plot, *bundle, *in, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(n, repetitions int, peerList string, sizes, watch bool, plot, bundle, in string, keep bool) error {
	dir, err := filepath.Abs(".bench")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	program, site, err := buildOurTools(dir, bundle)
	if err != nil {
		return err
	}
	work, err := filepath.Abs(filepath.Join(in, "work"))
	if err != nil {
		return err
	}
	if err := os.RemoveAll(work); err != nil {
		return err
	}
	if !keep {
		defer os.RemoveAll(work)
	}
	us := ours{filepath.Join(work, "ours"), program, site}
	if sizes {
		return measureScale(us)
	}
	if watch {
		return measureWatch(us, n)
	}
	peers, missing, err := installPeers(peerList, dir, work, n)
	if err != nil {
		return err
	}
	if plot != "" {
		return plotBuildTimes(us, peers, n, plot)
	}
	return compare(us, peers, missing, n, repetitions)
}
