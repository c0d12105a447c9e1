package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"storefront/tools/gauge"
	"storefront/tools/gauge/scratch"
)

const (
	manyProcesses = 3
	// heldTo is the share of a core of an API process in the measurement where processes, not the machine, are the
	// limit.
	heldTo        = 0.15
	heldCheckouts = 300
)

func measurePostgres(ctx context.Context, o options) error {
	server, err := o.begin(ctx, task{Role: "postgres"})
	if err != nil {
		return err
	}
	return errors.Join(o.measurePostgres(ctx, server), server.end())
}

func (o options) measurePostgres(ctx context.Context, server *process) error {
	whole, err := o.scale(ctx, server, 0)
	if err != nil {
		return err
	}
	say("\ncheckouts on PostgreSQL, %d buyers at a time, as those on SQLite; the processes share the "+
		"sandbox's file", o.buyers)
	times := whole.report()
	one := gauge.Median(whole.one, sold.cpu) + gauge.Median(whole.one, sold.serverCPU)
	gauge.Target("PostgreSQL: at most 4.3 ms of CPU a checkout, the API and PostgreSQL together",
		one <= 4300*time.Microsecond, "%.2f ms", gauge.Millis(one))
	gauge.Target(fmt.Sprintf("PostgreSQL: %d processes on busy cores check out at least 0.85 times as fast as one",
		manyProcesses), times >= 0.85, "%.2f times", times)
	o.checkouts = min(o.checkouts, heldCheckouts)
	held, err := o.scale(ctx, server, heldTo)
	if errors.Is(err, errNoLimit) {
		say("  not measured with processes held to a share of a core: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	say("  the same with each process of the API held to %.0f%% of a core, so that the machine is not what limits",
		100*heldTo)
	times = held.report()
	gauge.Target(fmt.Sprintf("PostgreSQL: %d processes so held check out at least 1.5 times as fast as one",
		manyProcesses), times >= 1.5, "%.2f times", times)
	return nil
}

// scaling has the results of one process and of several, measured in turns.
type scaling struct{ one, many []sold }

func (o options) scale(ctx context.Context, server *process, share float64) (s scaling, err error) {
	for range o.rounds {
		for _, side := range []struct {
			processes int
			into      *[]sold
		}{{1, &s.one}, {manyProcesses, &s.many}} {
			database, err := server.send(1)
			if err != nil {
				return s, err
			}
			dir, err := o.fresh()
			if err != nil {
				return s, err
			}
			run, err := o.sell(ctx, side.processes, task{DSN: database.DSN, Data: dir}, server, share)
			if err != nil {
				return s, err
			}
			*side.into = append(*side.into, run)
		}
	}
	return s, nil
}

func (s scaling) report() (times float64) {
	for _, side := range []struct {
		name string
		runs []sold
	}{{"1 process", s.one}, {fmt.Sprint(manyProcesses, " processes"), s.many}} {
		rate, ours, theirs := gauge.Median(side.runs, sold.perSecond), gauge.Median(side.runs, sold.cpu),
			gauge.Median(side.runs, sold.serverCPU)
		say(
			"  %-12s %6.0f a second; CPU a checkout: the API %5.2f ms, PostgreSQL %5.2f ms; %.1f cores busy; "+
				"p99 %.0f ms",
			side.name, rate,
			gauge.Millis(ours), gauge.Millis(theirs), rate*(ours+theirs).Seconds(),
			gauge.Millis(gauge.Median(side.runs, sold.p99)))
	}
	return gauge.Median(s.many, sold.perSecond) / gauge.Median(s.one, sold.perSecond)
}

// bePostgres runs a PostgreSQL server. Each "go" is answered with a new database.
func bePostgres(context.Context, task) (ready, run, func() error, error) {
	server := &scratch.Postgres{}
	act := func(context.Context, int) (r result, err error) {
		r.DSN, err = server.Database()
		return r, err
	}
	return ready{}, act, server.Close, nil
}
