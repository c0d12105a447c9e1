package main

import (
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"
	"time"

	"storefront/tools/gauge"
)

func (r *result) wall(phase int) time.Duration {
	return gauge.Median(r.costs[phase], func(c cost) time.Duration { return c.wall })
}

func (r *result) cpu(phase int) time.Duration {
	return gauge.Median(r.costs[phase], func(c cost) time.Duration { return c.cpu })
}

func (r *result) memory(phase int) int64 { return gauge.Median(r.costs[phase], cost.peak) }

func (r *result) pagesPerSecond() float64 { return float64(r.output.pages) / r.wall(full).Seconds() }

func (r *result) pagesPerCPUSecond() float64 { return float64(r.output.pages) / r.cpu(full).Seconds() }

func (r *result) copyCPU() time.Duration {
	return gauge.Median(r.copies, func(c cost) time.Duration { return c.cpu })
}

// otherLoad returns how much of the processors other programs used, on average, while a phase of all generators ran.
func otherLoad(results []*result, phase int) float64 {
	var others, wall time.Duration
	for _, r := range results {
		for _, c := range r.costs[phase] {
			others += c.others
			wall += c.wall
		}
	}
	return 100 * others.Seconds() / wall.Seconds() / float64(runtime.NumCPU())
}

// tableRows are the rows of the table; a negative figure is missing.
var tableRows = []struct {
	name, format string
	of           func(r *result) float64
}{
	{"HTML pages", "%.0f", func(r *result) float64 { return float64(r.output.pages) }},
	{"files written", "%.0f", func(r *result) float64 { return float64(r.output.files) }},
	{"MB written", "%.0f", func(r *result) float64 { return megabytes(r.output.bytes) }},
	{"full build, pages/s", "%.0f", (*result).pagesPerSecond},
	{"full build, s", "%.3f", seconds((*result).wall, full)},
	{"full build, s CPU", "%.3f", seconds((*result).cpu, full)},
	{"full build, pages/s CPU", "%.0f", (*result).pagesPerCPUSecond},
	{"copy of the output (cp -r), s CPU", "%.3f", func(r *result) float64 { return r.copyCPU().Seconds() }},
	{"full build, MB peak", "%.0f", func(r *result) float64 { return megabytes(r.memory(full)) }},
	{"unchanged, s", "%.3f", seconds((*result).wall, unchanged)},
	{"unchanged, s CPU", "%.3f", seconds((*result).cpu, unchanged)},
	{"unchanged, MB peak", "%.0f", func(r *result) float64 { return megabytes(r.memory(unchanged)) }},
	{"one edit, s", "%.3f", seconds((*result).wall, edited)},
	{"one edit, s CPU", "%.3f", seconds((*result).cpu, edited)},
	{"one edit, MB peak", "%.0f", func(r *result) float64 { return megabytes(r.memory(edited)) }},
	{"pages with new files after the edit", "%.0f", func(r *result) float64 { return float64(r.change.pagesWritten) }},
	{"pages that show the edit", "%.0f", func(r *result) float64 { return float64(r.change.pagesWithText) }},
	{"detail page: HTML, kB", "%.1f", func(r *result) float64 { return kilobytes(r.html) }},
	{"detail page: HTML, kB gzip", "%.1f", func(r *result) float64 { return kilobytes(r.gzipped) }},
	{"detail page: script at once, kB gzip", "%.1f", script(func(w *scriptWeight) float64 { return w.AtOnce })},
	{"detail page: script when scrolled, kB gzip", "%.1f", script(func(w *scriptWeight) float64 { return w.Scrolled })},
	{"detail page: script when booking, kB gzip", "%.1f", script(func(w *scriptWeight) float64 { return w.Booking })},
}

func megabytes(bytes int64) float64 { return float64(bytes) / (1 << 20) }
func kilobytes(bytes int64) float64 { return float64(bytes) / 1000 }

func seconds(of func(r *result, phase int) time.Duration, phase int) func(r *result) float64 {
	return func(r *result) float64 { return of(r, phase).Seconds() }
}

func script(of func(w *scriptWeight) float64) func(r *result) float64 {
	return func(r *result) float64 {
		if r.script == nil {
			return -1
		}
		return of(r.script) / 1000
	}
}

// report prints a table with a row for each measure and a column for each generator, with the peers' figures as
// multiples of ours.
func report(results []*result, n, repetitions int) error {
	fmt.Printf("\n%s: %d products in %d languages, medians of %d, %d cores, %s; other programs used %.0f %% of the "+
		"processors during the full builds\n\n", time.Now().Format(time.DateOnly), n, len(languages), repetitions,
		runtime.NumCPU(), runtime.Version(), otherLoad(results, full))
	us, peers := results[0], results[1:]
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tours\t")
	for _, r := range peers {
		fmt.Fprintf(w, "%s %s\t/ ours\t", r.name(), r.version())
	}
	fmt.Fprintln(w)
	for _, m := range tableRows {
		ours := m.of(us)
		fmt.Fprintf(w, "%s\t%s\t", m.name, formatFigure(m.format, ours))
		for _, r := range peers {
			ratio := "-"
			if theirs := m.of(r); ours > 0 && theirs >= 0 {
				ratio = formatRatio(theirs / ours)
			}
			fmt.Fprintf(w, "%s\t%s\t", formatFigure(m.format, m.of(r)), ratio)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println()
	if len(peers) == 1 && peers[0].name() == "Hugo" {
		printTargets(us, peers[0], n)
	}
	return nil
}

// formatRatio formats a ratio with three digits.
func formatRatio(ratio float64) string {
	if ratio >= 1000 {
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.3g", ratio)
}

func formatFigure(format string, value float64) string {
	if value < 0 {
		return "-"
	}
	return fmt.Sprintf(format, value)
}

// targetRatio is how many times Hugo's pages a second are aimed at: pages cost less beside the start the more there
// are.
func targetRatio(products int) float64 {
	if products < 10_000 {
		return 1.8
	}
	return 3
}

func printTargets(us, peer *result, n int) {
	for _, t := range []struct {
		unit string
		of   func(*result) float64
	}{{"wall second", (*result).pagesPerSecond}, {"CPU second", (*result).pagesPerCPUSecond}} {
		ratio := t.of(us) / t.of(peer)
		gauge.PrintTarget(fmt.Sprintf("full build: at least %g times Hugo's pages a %s", targetRatio(n), t.unit),
			ratio >= targetRatio(n), "%.2f times", ratio)
	}
	copies := us.cpu(full).Seconds() / us.copyCPU().Seconds()
	gauge.PrintTarget("full build: at most 4 times the CPU of copying the output", copies <= 4, "%.2f times", copies)
	for _, t := range []struct {
		what  string
		phase int
		least float64
	}{{"nothing changed", unchanged, 250}, {"one edit", edited, 150}} {
		ratio := peer.wall(t.phase).Seconds() / us.wall(t.phase).Seconds()
		gauge.PrintTarget(fmt.Sprintf("%s: at most 1/%g of Hugo's rebuild", t.what, t.least), ratio >= t.least,
			"1/%.0f",
			ratio)
	}
	gauge.PrintTarget("one edit: only the pages that show the product are rendered",
		us.rendered == us.change.pagesWithText &&
			us.change.pagesWritten == us.rendered,
		"%d show it, %d rendered, %d files new", us.change.pagesWithText, us.rendered, us.change.pagesWritten)
	gauge.PrintTarget("peak memory: at most a quarter of Hugo's", 4*us.memory(full) <= peer.memory(full),
		"1/%.1f", float64(peer.memory(full))/float64(us.memory(full)))
	for _, r := range []*result{us, peer} {
		gauge.PrintTarget("detail pages of 25 to 40 KB: "+r.name(), r.html >= 25<<10 && r.html <= 40<<10, "%.1f KB",
			float64(r.html)/1024)
	}
}
