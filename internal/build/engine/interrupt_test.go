package engine_test

import (
	"context"
	"errors"
	"testing"

	"storefront/internal/build/engine"
)

func TestInterruptedBuildPublishesNothingAndTheNextIsComplete(t *testing.T) {
	whole := twoShops(t)
	whole.build()
	live := func(p *project) []map[string][]byte {
		return []map[string][]byte{files(t, p.public("sands")), files(t, p.public("wayfare"))}
	}
	for _, step := range []string{"products read", "posts read", "pages", "pictures of wayfare"} {
		t.Run(step, func(t *testing.T) {
			p := newProject(t, whole.options.Content)
			p.build()
			before := live(p)
			ctx, interrupt := context.WithCancel(t.Context())
			p.options.MakeVariant = func(source []byte, _ string) ([]byte, error) { return source, nil }
			p.options.Clean = true // so that everything is read and rendered
			p.options.AsOf = p.options.AsOf.AddDate(0, 0, 1)
			p.options.Progress = func(at string, _, _ int) {
				if at == step {
					interrupt()
				}
			}
			if _, err := engine.Build(ctx, p.options); !errors.Is(err, context.Canceled) {
				t.Errorf("an interrupted build ends with %v", err)
			}
			for i, now := range live(p) {
				mustEqual(t, before[i], now)
			}
			p.options.Clean, p.options.Progress, p.options.MakeVariant = false, nil, nil
			p.options.AsOf = whole.options.AsOf
			p.build()
			for i, now := range live(p) {
				mustEqual(t, live(whole)[i], now)
			}
		})
	}
}
