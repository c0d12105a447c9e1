package main

import "testing"

func TestGCPercentKeepsSmallHeapsFromFrequentCollection(t *testing.T) {
	for _, c := range []struct {
		kept, megabytes int // live heap, and the heap at which the next collection starts
	}{{1, 256}, {16, 256}, {64, 256}, {93, 256}, {100, 275}, {400, 1100}} {
		at := c.kept + c.kept*gcPercentFor(c.kept<<20)/100
		if at < c.megabytes-1 || at > c.megabytes {
			t.Errorf("with %d MB of live heap the next collection starts at %d MB, want %d", c.kept, at, c.megabytes)
		}
	}
}
