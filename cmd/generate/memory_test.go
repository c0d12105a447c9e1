package main

import "testing"

func TestGCPercentKeepsSmallHeapsFromFrequentCollection(t *testing.T) {
	for _, c := range []struct {
		kept, megabytes int // kept, and where the next collection begins
	}{{1, 256}, {16, 256}, {64, 256}, {93, 256}, {100, 275}, {400, 1100}} {
		at := c.kept + c.kept*gcPercentFor(c.kept<<20)/100
		if at < c.megabytes-1 || at > c.megabytes {
			t.Errorf("%d MB are kept: garbage is collected at %d MB, not at %d", c.kept, at, c.megabytes)
		}
	}
}
