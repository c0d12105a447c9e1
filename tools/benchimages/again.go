package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"storefront/tools/gauge"
)

// measureRepeated measures repeated requests: ours caches pictures, IPX leaves that to a cache in front of it. Each
// round requests everything twice and counts the second time.
func measureRepeated(ctx context.Context, dir string, sources []string, o options) error {
	var ours, theirs []float64
	for range o.rounds {
		for _, side := range []struct {
			start func(context.Context) (*server, error)
			into  *[]float64
		}{
			{startOursIn(dir), &ours},
			{func(ctx context.Context) (*server, error) { return startIPX(ctx, dir, o) }, &theirs},
		} {
			perSecond, err := secondPassRate(ctx, side.start, sources, o)
			if err != nil {
				return err
			}
			*side.into = append(*side.into, perSecond)
		}
	}
	identity := func(f float64) float64 { return f }
	a, b := gauge.Median(ours, identity), gauge.Median(theirs, identity)
	fmt.Printf("\nRequested again (webp w_400): ours %.0f/s, ipx %.0f/s, ratio %.1f\n", a, b, a/b)
	return nil
}

func secondPassRate(ctx context.Context, start func(context.Context) (*server, error), sources []string,
	o options) (float64, error) {
	s, err := start(ctx)
	if err != nil {
		return 0, err
	}
	_, errFirst := requestAll(ctx, s, "w_400,f_webp", sources, o.connections)
	began := time.Now()
	_, errSecond := requestAll(ctx, s, "w_400,f_webp", sources, o.connections)
	took := time.Since(began)
	_, errStop := s.stop()
	return float64(len(sources)) / took.Seconds(), errors.Join(errFirst, errSecond, errStop)
}
