package main

import (
	"context"
	"errors"
	"time"

	"storefront/tools/gauge"
)

func measureCheckout(ctx context.Context, o options) error {
	var rows []float64
	var runs []checkoutRound
	for range o.rounds {
		dir, err := o.newDataDir()
		if err != nil {
			return err
		}
		n, err := commits(ctx, dir, o.window)
		if err != nil {
			return err
		}
		rows = append(rows, n)
		run, err := o.runCheckouts(ctx, 1, task{Data: dir}, nil, 0)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	same := func(f float64) float64 { return f }
	rate, base := gauge.Median(runs, checkoutRound.perSecond), gauge.Median(rows, same)
	printLine("\ncheckouts on SQLite, %d buyers at a time", o.buyers)
	printLine("  from the checkout of a cart that is filled already, through its order, seats and job, the sandbox's " +
		"page opened and")
	printLine("  paid, and the capture, to CONFIRMED, by booking.Service in one process, each cart another slot; the " +
		"sandbox keeps its")
	printLine(
		"  payments in a file of its own, and meanwhile notifies the API of each payment twice over HTTP, " +
			"which settles as well")
	printLine("  checkouts a second %8.0f (%.0f where the last event counts); single-row commits %8.0f", rate,
		gauge.Median(runs, checkoutRound.eventsPerSecond), base)
	printLine("  CPU a checkout     %8.2f ms; p99 %.0f ms",
		gauge.Millis(gauge.Median(runs, checkoutRound.cpuPerCheckout)),
		gauge.Millis(gauge.Median(runs, checkoutRound.p99)))
	gauge.PrintTarget("checkout: at least a quarter of the durable single-row commits a second", rate >= base/4, "%.2f",
		rate/base)
	return nil
}

// checkoutRound is the result of a round of checkouts.
type checkoutRound struct {
	checkouts              int
	elapsed, eventsElapsed time.Duration // until the last was confirmed; until the last event was delivered
	apiCPU                 time.Duration // CPU of all processes of the API
	postgresCPU            time.Duration // CPU of the database's server
	durations              []time.Duration
}

func (s checkoutRound) perSecond() float64 { return float64(s.checkouts) / s.elapsed.Seconds() }
func (s checkoutRound) eventsPerSecond() float64 {
	return float64(s.checkouts) / s.eventsElapsed.Seconds()
}
func (s checkoutRound) cpuPerCheckout() time.Duration { return s.apiCPU / time.Duration(s.checkouts) }
func (s checkoutRound) postgresCPUPerCheckout() time.Duration {
	return s.postgresCPU / time.Duration(s.checkouts)
}
func (s checkoutRound) p99() time.Duration { return percentile(s.durations, 99) }

// runCheckouts has several processes make the checkouts of a round together, each limited to a share of a core unless
// share is 0. server is the database's process, or nil.
func (o options) runCheckouts(ctx context.Context, processes int, t task, server *process,
	share float64) (s checkoutRound, err error) {
	t.Role, t.Buyers, t.Checkouts = "buyers", o.buyers/processes, o.checkouts/processes
	var all []*process
	removeLimits := []func() error{}
	defer func() {
		for _, p := range all {
			err = errors.Join(err, p.stop())
		}
		for _, removeLimit := range removeLimits {
			err = errors.Join(err, removeLimit())
		}
	}()
	for i := range processes {
		t.First = i * (t.Checkouts + warmupCheckouts*t.Buyers)
		p, err := o.startChild(ctx, t)
		if err != nil {
			return s, err
		}
		all = append(all, p)
	}
	if share > 0 {
		for _, p := range all {
			removeLimit, err := throttle(p.cmd.Process.Pid, share)
			if err != nil {
				return s, err
			}
			removeLimits = append(removeLimits, removeLimit)
		}
	}
	s.postgresCPU -= server.cpu()
	for _, p := range all {
		s.apiCPU -= p.cpu()
		if err := p.startRun(t.Checkouts); err != nil {
			return s, err
		}
	}
	for _, p := range all {
		r, err := p.awaitRun()
		if err != nil {
			return s, err
		}
		s.checkouts += r.Done
		s.elapsed, s.eventsElapsed = max(s.elapsed, r.Elapsed), max(s.eventsElapsed, r.Delivered)
		s.durations = append(s.durations, r.Took...)
	}
	s.postgresCPU += server.cpu()
	for _, p := range all {
		s.apiCPU += p.cpu()
	}
	return s, nil
}
