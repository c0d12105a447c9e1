package main

import (
	"context"
	"errors"
	"time"

	"storefront/tools/gauge"
)

func measureCheckout(ctx context.Context, o options) error {
	var rows []float64
	var runs []sold
	for range o.rounds {
		dir, err := o.fresh()
		if err != nil {
			return err
		}
		n, err := commits(ctx, dir, o.window)
		if err != nil {
			return err
		}
		rows = append(rows, n)
		run, err := o.sell(ctx, 1, task{Data: dir}, nil, 0)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	same := func(f float64) float64 { return f }
	rate, base := gauge.Median(runs, sold.perSecond), gauge.Median(rows, same)
	say("\ncheckouts on SQLite, %d buyers at a time", o.buyers)
	say("  from the checkout of a cart that is filled already, through its order, seats and job, the sandbox's " +
		"page opened and")
	say("  paid, and the capture, to CONFIRMED, by booking.Service in one process, each cart another slot; the " +
		"sandbox keeps its")
	say(
		"  payments in a file of its own, and meanwhile notifies the API of each payment twice over HTTP, " +
			"which settles as well")
	say("  checkouts a second %8.0f (%.0f where the last event counts); single-row commits %8.0f", rate,
		gauge.Median(runs, sold.delivered), base)
	say("  CPU a checkout     %8.2f ms; p99 %.0f ms", gauge.Millis(gauge.Median(runs, sold.cpu)),
		gauge.Millis(gauge.Median(runs, sold.p99)))
	gauge.Target("checkout: at least a quarter of the durable single-row commits a second", rate >= base/4, "%.2f",
		rate/base)
	return nil
}

// sold is the result of a round of checkouts.
type sold struct {
	n             int
	elapsed, last time.Duration // until the last was confirmed; until the last event was delivered
	used          time.Duration // CPU of all processes of the API
	server        time.Duration // CPU of the database's server
	took          []time.Duration
}

func (s sold) perSecond() float64       { return float64(s.n) / s.elapsed.Seconds() }
func (s sold) delivered() float64       { return float64(s.n) / s.last.Seconds() }
func (s sold) cpu() time.Duration       { return s.used / time.Duration(s.n) }
func (s sold) serverCPU() time.Duration { return s.server / time.Duration(s.n) }
func (s sold) p99() time.Duration       { return percentile(s.took, 99) }

// sell has several processes make the checkouts of a round together, each limited to a share of a core unless share is
// 0. server is the database's process, or nil.
func (o options) sell(ctx context.Context, processes int, t task, server *process, share float64) (s sold, err error) {
	t.Role, t.Buyers, t.Checkouts = "buyers", o.buyers/processes, o.checkouts/processes
	var all []*process
	lifts := []func() error{}
	defer func() {
		for _, p := range all {
			err = errors.Join(err, p.end())
		}
		for _, lift := range lifts {
			err = errors.Join(err, lift())
		}
	}()
	for i := range processes {
		t.First = i * (t.Checkouts + warmups*t.Buyers)
		p, err := o.begin(ctx, t)
		if err != nil {
			return s, err
		}
		all = append(all, p)
	}
	if share > 0 {
		for _, p := range all {
			lift, err := throttle(p.cmd.Process.Pid, share)
			if err != nil {
				return s, err
			}
			lifts = append(lifts, lift)
		}
	}
	s.server -= server.cpu()
	for _, p := range all {
		s.used -= p.cpu()
		if err := p.start(t.Checkouts); err != nil {
			return s, err
		}
	}
	for _, p := range all {
		r, err := p.await()
		if err != nil {
			return s, err
		}
		s.n += r.Done
		s.elapsed, s.last = max(s.elapsed, r.Elapsed), max(s.last, r.Delivered)
		s.took = append(s.took, r.Took...)
	}
	s.server += server.cpu()
	for _, p := range all {
		s.used += p.cpu()
	}
	return s, nil
}
