package main

import (
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"
	"time"
)

func (r *result) wall(phase int) time.Duration {
	return median(r.costs[phase], func(c cost) time.Duration { return c.wall })
}

func (r *result) cpu(phase int) time.Duration {
	return median(r.costs[phase], func(c cost) time.Duration { return c.cpu })
}

func (r *result) memory(phase int) int64 { return median(r.costs[phase], cost.peak) }

func (r *result) pagesPerSecond() float64 { return float64(r.output.pages) / r.wall(full).Seconds() }

// report prints one table of all figures and one of the targets.
func report(us, peer *result, n, repetitions int) error {
	fmt.Printf("\n%d products in 2 languages, medians of %d, %d cores, %s; ours against Hugo %s\n\n", n, repetitions, runtime.NumCPU(), runtime.Version(), hugoVersion)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tours\tHugo\tratio\t")
	row := func(name, format string, a, b float64) {
		ratio := "-"
		if a > 0 && b > 0 {
			ratio = fmt.Sprintf("%.3g", a/b)
		}
		fmt.Fprintf(w, "%s\t"+format+"\t"+format+"\t%s\t\n", name, a, b, ratio)
	}
	mega := func(bytes int64) float64 { return float64(bytes) / (1 << 20) }
	row("HTML pages", "%.0f", float64(us.output.pages), float64(peer.output.pages))
	row("KB of a detail page", "%.1f", float64(us.detail)/1024, float64(peer.detail)/1024)
	row("files written", "%.0f", float64(us.output.files), float64(peer.output.files))
	row("MB written", "%.0f", mega(us.output.bytes), mega(peer.output.bytes))
	for phase, name := range phaseNames {
		row(name+", s", "%.3f", us.wall(phase).Seconds(), peer.wall(phase).Seconds())
		if phase == full {
			row(name+", pages/s", "%.0f", us.pagesPerSecond(), peer.pagesPerSecond())
		}
		row(name+", s CPU", "%.3f", us.cpu(phase).Seconds(), peer.cpu(phase).Seconds())
		row(name+", MB peak", "%.0f", mega(us.memory(phase)), mega(peer.memory(phase)))
	}
	row("pages rendered after the edit", "%.0f", float64(us.rendered), float64(peer.output.pages))
	row("pages that show the product", "%.0f", float64(us.change.showing), float64(peer.change.showing))
	if err := w.Flush(); err != nil {
		return err
	}
	targets(us, peer)
	return nil
}

func targets(us, peer *result) {
	fmt.Println()
	target("full build: at least 2 times Hugo's pages a second", us.pagesPerSecond() >= 2*peer.pagesPerSecond(),
		"%.2f times", us.pagesPerSecond()/peer.pagesPerSecond())
	target("nothing changed: at most 1/100 of Hugo's rebuild", 100*us.wall(unchanged) <= peer.wall(unchanged),
		"1/%.0f", float64(peer.wall(unchanged))/float64(us.wall(unchanged)))
	target("one edit: at most 1/50 of Hugo's rebuild", 50*us.wall(edited) <= peer.wall(edited),
		"1/%.0f", float64(peer.wall(edited))/float64(us.wall(edited)))
	target("one edit: only the pages that show the product are rendered", us.rendered == us.change.showing && us.change.written == us.rendered,
		"%d show it, %d rendered, %d files new", us.change.showing, us.rendered, us.change.written)
	target("peak memory: at most a quarter of Hugo's", 4*us.memory(full) <= peer.memory(full),
		"1/%.1f", float64(peer.memory(full))/float64(us.memory(full)))
	for _, r := range []*result{us, peer} {
		target("detail pages of 25 to 40 KB: "+r.name(), r.detail >= 25<<10 && r.detail <= 40<<10, "%.1f KB", float64(r.detail)/1024)
	}
}

func target(what string, met bool, format string, args ...any) {
	verdict := "NOT MET"
	if met {
		verdict = "met"
	}
	fmt.Printf("%-8s %s: %s\n", verdict, what, fmt.Sprintf(format, args...))
}
