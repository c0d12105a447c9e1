package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"storefront/tools/gauge"
)

// speedResult is the performance of one process with one kind of picture.
type speedResult struct {
	perSecond float64
	processor time.Duration // per picture, without the start of the process and its first pictures
	bytes     int
}

// measureSpeed measures each kind with both in turns.
func measureSpeed(ctx context.Context, dir string, sources []string, o options) error {
	fmt.Printf("\nPictures per second over HTTP, %d at a time; median of %d rounds in turns\n", o.connections, o.rounds)
	fmt.Printf("%-18s %9s %9s %7s   %12s %12s %7s   %9s %9s %7s\n", "", "ours /s", "ipx /s", "ratio", "ours ms cpu",
		"ipx ms cpu", "ratio", "ours B", "ipx B", "ratio")
	for _, kind := range requestKinds {
		var ours, theirs []speedResult
		for range o.rounds {
			a, err := measure(ctx, startOursIn(dir), kind.modifiers, sources, o)
			if err != nil {
				return err
			}
			b, err := measure(ctx, func(ctx context.Context) (*server, error) { return startIPX(ctx, dir, o) },
				kind.modifiers, sources, o)
			if err != nil {
				return err
			}
			ours, theirs = append(ours, a), append(theirs, b)
		}
		a, b := median(ours), median(theirs)
		fmt.Printf("%-18s %9.1f %9.1f %7.2f   %12.2f %12.2f %7.2f   %9d %9d %7.3f\n", kind.name,
			a.perSecond, b.perSecond, a.perSecond/b.perSecond, gauge.Millis(a.processor), gauge.Millis(b.processor),
			float64(a.processor)/float64(b.processor), a.bytes, b.bytes, float64(a.bytes)/float64(b.bytes))
	}
	return nil
}

func startOursIn(dir string) func(context.Context) (*server, error) {
	return func(ctx context.Context) (*server, error) { return startOurs(ctx, dir) }
}

// measure requests every source once from a process that has made as many pictures of the same kind: the first ones
// cost more, because their code and memory are used for the first time. The cost of the start and of these first
// pictures is measured with another process, which makes nothing else, and subtracted.
func measure(ctx context.Context, start func(context.Context) (*server, error), modifiers string, sources []string,
	o options) (speedResult, error) {
	idle, err := start(ctx)
	if err != nil {
		return speedResult{}, err
	}
	other := modifiers + ",q_79" // the pictures that are measured have another quality, so none is cached
	if _, err := requestAll(ctx, idle, other, sources, o.connections); err != nil {
		return speedResult{}, err
	}
	before, err := idle.stop()
	if err != nil {
		return speedResult{}, err
	}
	s, err := start(ctx)
	if err != nil {
		return speedResult{}, err
	}
	if _, err := requestAll(ctx, s, other, sources, o.connections); err != nil {
		return speedResult{}, err
	}
	began := time.Now()
	bytes, err := requestAll(ctx, s, modifiers, sources, o.connections)
	took := time.Since(began)
	processor, errStop := s.stop()
	if err := errors.Join(err, errStop); err != nil {
		return speedResult{}, err
	}
	n := float64(len(sources))
	return speedResult{n / took.Seconds(), time.Duration(float64(processor-before) / n), bytes / len(sources)}, nil
}

func requestAll(ctx context.Context, s *server, modifiers string, sources []string,
	connections int) (bytes int, err error) {
	next := make(chan string)
	var group sync.WaitGroup
	var mu sync.Mutex
	for range connections {
		group.Go(func() {
			for source := range next {
				data, e := s.get(ctx, modifiers, source)
				mu.Lock()
				bytes, err = bytes+len(data), errors.Join(err, e)
				mu.Unlock()
			}
		})
	}
	for _, source := range sources {
		next <- source
	}
	close(next)
	group.Wait()
	return bytes, err
}

// median returns the median of each figure.
func median(all []speedResult) speedResult {
	return speedResult{
		gauge.Median(all, func(r speedResult) float64 { return r.perSecond }),
		gauge.Median(all, func(r speedResult) time.Duration { return r.processor }),
		gauge.Median(all, func(r speedResult) int { return r.bytes }),
	}
}
