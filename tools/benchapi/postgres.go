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
	// limitedShare is the share of a core of an API process in the measurement where processes, not the machine, are
	// the limit.
	limitedShare     = 0.15
	limitedCheckouts = 300
)

func measurePostgres(ctx context.Context, o options) error {
	server, err := o.startChild(ctx, task{Role: "postgres"})
	if err != nil {
		return err
	}
	return errors.Join(o.measurePostgres(ctx, server), server.stop())
}

func (o options) measurePostgres(ctx context.Context, server *process) error {
	unlimited, err := o.scale(ctx, server, 0)
	if err != nil {
		return err
	}
	printLine("\ncheckouts on PostgreSQL, %d buyers at a time, as those on SQLite; the processes share the "+
		"sandbox's file", o.buyers)
	times := unlimited.report()
	one := gauge.Median(unlimited.one, checkoutRound.cpuPerCheckout) +
		gauge.Median(unlimited.one, checkoutRound.postgresCPUPerCheckout)
	gauge.PrintTarget("PostgreSQL: at most 4.3 ms of CPU a checkout, the API and PostgreSQL together",
		one <= 4300*time.Microsecond, "%.2f ms", gauge.Millis(one))
	gauge.PrintTarget(fmt.Sprintf("PostgreSQL: %d processes on busy cores check out at least 0.85 times as fast as one",
		manyProcesses), times >= 0.85, "%.2f times", times)
	o.checkouts = min(o.checkouts, limitedCheckouts)
	limited, err := o.scale(ctx, server, limitedShare)
	if errors.Is(err, errNoLimit) {
		printLine("  not measured with processes held to a share of a core: %v", err)
		return nil
	}
	if err != nil {
		return err
	}
	printLine("  the same with each process of the API held to %.0f%% of a core, so that the machine does not limit",
		100*limitedShare)
	times = limited.report()
	gauge.PrintTarget(fmt.Sprintf("PostgreSQL: %d processes so held check out at least 1.5 times as fast as one",
		manyProcesses), times >= 1.5, "%.2f times", times)
	return nil
}

// scaling has the results of one process and of several, measured in turns.
type scaling struct{ one, many []checkoutRound }

func (o options) scale(ctx context.Context, server *process, share float64) (s scaling, err error) {
	for range o.rounds {
		for _, side := range []struct {
			processes int
			into      *[]checkoutRound
		}{{1, &s.one}, {manyProcesses, &s.many}} {
			database, err := server.run(1)
			if err != nil {
				return s, err
			}
			dir, err := o.newDataDir()
			if err != nil {
				return s, err
			}
			run, err := o.runCheckouts(ctx, side.processes, task{DSN: database.DSN, Data: dir}, server, share)
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
		runs []checkoutRound
	}{{"1 process", s.one}, {fmt.Sprint(manyProcesses, " processes"), s.many}} {
		rate, ours, theirs := gauge.Median(side.runs, checkoutRound.perSecond),
			gauge.Median(side.runs, checkoutRound.cpuPerCheckout),
			gauge.Median(side.runs, checkoutRound.postgresCPUPerCheckout)
		printLine(
			"  %-12s %6.0f a second; CPU a checkout: the API %5.2f ms, PostgreSQL %5.2f ms; %.1f cores busy; "+
				"p99 %.0f ms",
			side.name, rate,
			gauge.Millis(ours), gauge.Millis(theirs), rate*(ours+theirs).Seconds(),
			gauge.Millis(gauge.Median(side.runs, checkoutRound.p99)))
	}
	return gauge.Median(s.many, checkoutRound.perSecond) / gauge.Median(s.one, checkoutRound.perSecond)
}

// runPostgres runs a PostgreSQL server. Each "go" is answered with a new database.
func runPostgres(context.Context, task) (ready, run, func() error, error) {
	server := &scratch.Postgres{}
	act := func(context.Context, int) (r result, err error) {
		r.DSN, err = server.Database()
		return r, err
	}
	return ready{}, act, server.Close, nil
}
