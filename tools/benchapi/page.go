package main

import (
	"context"
	"time"

	"storefront/tools/gauge"
)

const (
	concurrentBuyers = 12
	pageRate         = 100 // pages a second
	pageReaders      = 16  // connections
	pageWindow       = 100 * time.Millisecond
)

// measurePage measures how long a page takes while buyers check out in the same process.
func measurePage(ctx context.Context, o options) error {
	var medians, lates []time.Duration
	for range o.rounds {
		took, err := o.pagesBesideBuyers(ctx)
		if err != nil {
			return err
		}
		medians, lates = append(medians, percentile(took, 50)), append(lates, percentile(took, 99))
	}
	itself := func(d time.Duration) time.Duration { return d }
	median, late := gauge.Median(medians, itself), gauge.Median(lates, itself)
	printLine("\na page of %d bytes, %d a second, beside %d buyers who check out in the same process, SQLite",
		len(pageBody),
		pageRate, concurrentBuyers)
	printLine("  median %.2f ms; p99 %.2f ms", gauge.Millis(median), gauge.Millis(late))
	gauge.PrintTarget("page beside buyers: p99 under three times the median", late < 3*median, "%.1f times",
		float64(late)/float64(median))
	return nil
}

// pagesBesideBuyers returns how long pages took until all buyers had checked out.
func (o options) pagesBesideBuyers(ctx context.Context) (took []time.Duration, err error) {
	data, err := o.newDataDir()
	if err != nil {
		return nil, err
	}
	p, err := o.startChild(ctx, task{Role: "buyers", Data: data, Buyers: concurrentBuyers, Checkouts: o.checkouts})
	if err != nil {
		return nil, err
	}
	defer func() { _ = p.stop() }()
	var pages [][]byte
	for i := range productCount {
		pages = append(pages, get(pathOf(i)))
	}
	// the first read of each file
	if _, err := openLoad(p.Address, pages, pageReaders, pageRate, pageWindow); err != nil {
		return nil, err
	}
	done := make(chan error, 1)
	go func() {
		_, err := p.run(o.checkouts)
		done <- err
	}()
	for {
		some, err := openLoad(p.Address, pages, pageReaders, pageRate, pageWindow)
		if err != nil {
			return nil, err
		}
		took = append(took, some...)
		select {
		case err := <-done:
			return took, err
		default:
		}
	}
}
