package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A build keeps little of the memory that it allocates. Garbage is collected when the heap has minHeapBytes bytes or
// has grown by minGrowthPercent since the last time, whichever is later, so that a small change needs few collections
// or none. It is collected more often as the heap approaches memoryLimitBytes.
const minHeapBytes, minGrowthPercent, memoryLimitBytes = 256 << 20, 175, 2816 << 20

// hugePageBytes is how much of a build's heap is in huge pages. It is less than minHeapBytes, which is the limit of
// memory when a build reserves it.
const hugePageBytes = minHeapBytes / 2

// configureGC applies these constants to the garbage collector.
func configureGC() {
	debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(minHeapBytes) // of the environment, or none
	afterGC(func() {
		debug.SetMemoryLimit(min(limit, memoryLimitBytes))
		updateGCPercent()
	})
}

// updateGCPercent sets how much the heap may grow until the next collection, and sets it again after that one.
func updateGCPercent() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(gcPercentFor(int(live[0].Value.Uint64())))
	afterGC(updateGCPercent)
}

// gcPercentFor returns by how many per cent a heap with some live bytes may grow until the next collection.
func gcPercentFor(live int) int { return max(minGrowthPercent, 100*minHeapBytes/max(live, 1<<20)-100) }

// afterGC calls do once after the next collection.
func afterGC(do func()) {
	garbage := new([64]byte)
	runtime.AddCleanup(garbage, func(do func()) { do() }, do)
}
