package main

import (
	"fmt"
	"os"
	"slices"
	"time"
)

// The three things that are timed, in this order in each repetition.
const (
	full = iota
	unchanged
	edited
	phases
)

// result is all that was measured of one generator.
type result struct {
	generator
	costs  [phases][]cost
	output spread
	detail int64 // bytes of HTML of the mean detail page
	change change
	// rendered is how many pages were rendered after the edit, by the generator's own report.
	rendered int
}

func compare(us, peer generator, n, repetitions int) error {
	if n < 1000 {
		return fmt.Errorf("%d products are too few to compare; take 1000 or more", n)
	}
	results := []*result{{generator: us}, {generator: peer}}
	for _, r := range results {
		say("writing %d products for %s", n, r.name())
		if err := r.write(n); err != nil {
			return err
		}
	}
	subject := newProduct(n/2+1, n)
	for repetition := range repetitions {
		for _, r := range results {
			if err := r.measure(subject, n, repetition); err != nil {
				return err
			}
		}
	}
	return report(results[0], results[1], n, repetitions)
}

// measure runs one repetition of every phase and leaves the content as it was.
func (r *result) measure(subject *product, n, repetition int) error {
	if err := r.clean(); err != nil {
		return err
	}
	for phase := range phases {
		mark := fmt.Sprintf("edition%d", repetition)
		undo := func() error { return nil }
		if phase == edited {
			var err error
			if undo, err = edit(r, subject, mark); err != nil {
				return err
			}
		}
		since := time.Now()
		c, rendered, err := r.build()
		if err != nil {
			return err
		}
		say("%d/%s %-13s %7.2f s, %7.2f s CPU, %5d MB", repetition+1, r.name(), phaseNames[phase], c.wall.Seconds(), c.cpu.Seconds(), c.peak()>>20)
		r.costs[phase] = append(r.costs[phase], c)
		if repetition == 0 {
			if err := r.look(phase, subject, mark, since, rendered, n); err != nil {
				return err
			}
		}
		if err := undo(); err != nil {
			return err
		}
	}
	return nil
}

var phaseNames = [phases]string{"full build", "unchanged", "one edit"}

// look measures and checks what a phase has left behind.
func (r *result) look(phase int, subject *product, mark string, since time.Time, rendered, n int) (err error) {
	switch phase {
	case full:
		if r.output, err = measureFolder(r.public(), nil); err == nil {
			r.detail, err = r.detailSize(n)
		}
	case edited:
		r.rendered = rendered
		if r.change, err = inspect(r, subject, mark, since); err == nil && !(r.change.onPage && r.change.onListing) {
			err = fmt.Errorf("%s: the edit is not on the product's page and on the listing that shows it", r.name())
		}
	}
	return err
}

// detailSize is the mean of some detail pages in both languages.
func (r *result) detailSize(n int) (int64, error) {
	var sum, count int64
	for i := 0; i < n; i += n / 50 {
		page, _ := r.shownOn(newProduct(i, n))
		for _, prefix := range []string{"", "/ar"} {
			info, err := os.Stat(r.public() + prefix + "/" + page + "/index.html")
			if err != nil {
				return 0, err
			}
			sum += info.Size()
			count++
		}
	}
	return sum / count, nil
}

// median is the cost of the middle run by one measure.
func median[T int64 | time.Duration](costs []cost, of func(cost) T) T {
	var all []T
	for _, c := range costs {
		all = append(all, of(c))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
