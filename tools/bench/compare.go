package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The three timed phases, in the order of each repetition.
const (
	full = iota
	unchanged
	edited
	phases
)

// result has all measurements of one generator.
type result struct {
	generator
	costs  [phases][]cost
	copies []cost // of the output by cp
	output folderSize
	pageWeight
	change change
	// rendered is the number of pages rendered after the edit, as the generator reports it.
	rendered int
}

// compare measures all generators in turn. A peer that cannot be measured drops out.
func compare(us generator, peers []peer, missing []string, n, repetitions int) error {
	if n < 1000 {
		return fmt.Errorf("%d products are too few to compare; take 1000 or more", n)
	}
	results := []*result{{generator: us}}
	for _, p := range peers {
		results = append(results, &result{generator: p})
	}
	for _, r := range results {
		logLine("writing %d products for %s", n, r.name())
		if err := r.write(n); err != nil {
			return err
		}
	}
	subject := newProduct(n/2+1, n)
	var failed error
	for repetition := range repetitions {
		for _, r := range slices.Clone(results) {
			err := r.measure(subject, n, repetition)
			if err == nil {
				err = r.copyOutput()
			}
			if err != nil {
				if r.generator == us {
					return err
				}
				logLine("%v", err)
				failed = errors.Join(failed, fmt.Errorf("%s dropped out: %w", r.name(), err))
				results = slices.DeleteFunc(results, func(other *result) bool { return other == r })
			}
		}
		if len(results) == 1 {
			return errors.Join(errors.New("there is no peer to compare with"), failed)
		}
		if repetition == 0 {
			if err := checkSameSite(results, n); err != nil {
				return err
			}
		}
	}
	for _, r := range results {
		if err := r.measureScript(subject); err != nil {
			missing = append(missing, fmt.Sprintf("the script of a detail page could not be measured: %v", err))
			break
		}
	}
	if err := report(results, n, repetitions); err != nil {
		return err
	}
	for _, what := range missing {
		fmt.Println(what)
	}
	return failed
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
		logLine("%d/%s %-13s %7.2f s, %7.2f s CPU, %5d MB", repetition+1, r.name(), phaseNames[phase], c.wall.Seconds(),
			c.cpu.Seconds(), c.peak()>>20)
		r.costs[phase] = append(r.costs[phase], c)
		if repetition == 0 {
			if err := r.check(phase, subject, mark, since, rendered, n); err != nil {
				return err
			}
		}
		if err := undo(); err != nil {
			return err
		}
	}
	return nil
}

// copyOutput copies what was built: that much costs the writing alone. The copy is left until the end, as what
// moveAside moves.
func (r *result) copyOutput() error {
	output, err := filepath.EvalSymlinks(r.public())
	if err != nil {
		return err
	}
	to := filepath.Join(r.folder(), fmt.Sprintf("copy-%d", len(r.copies)))
	c, _, err := run(".", nil, "cp", "-r", output, to)
	r.copies = append(r.copies, c)
	return err
}

var phaseNames = [phases]string{"full build", "unchanged", "one edit"}

// check measures and checks the output of a phase.
func (r *result) check(phase int, subject *product, mark string, since time.Time, rendered, n int) (err error) {
	switch phase {
	case full:
		if r.output, err = measureFolder(r.public(), nil); err == nil {
			r.pageWeight, err = htmlWeight(r, n)
		}
	case edited:
		r.rendered = rendered
		if r.change, err = inspectEdit(r, subject, mark, since); err == nil &&
			!(r.change.onPage && r.change.onListing) {
			err = fmt.Errorf("%s: the edit is not on the product's page and on the listing that shows it", r.name())
		}
	}
	return err
}

func logLine(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
