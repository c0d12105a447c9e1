package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What is kept of a build is small beside what it makes. Garbage is collected when the heap has collectFrom bytes
// or has grown by collectPercent since the last time, whichever is later, so that a small change needs few collections
// or none; and more often in a program that comes near collectMore.
const collectFrom, collectPercent, collectMore = 256 << 20, 175, 2816 << 20

// collectLate sets when garbage is collected.
func collectLate() {
	debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(collectFrom) // of the environment, or none
	afterCollection(func() {
		debug.SetMemoryLimit(min(limit, collectMore))
		growthAllowed()
	})
}

// growthAllowed sets how much the heap may grow until the next collection, and sets it again after that one.
func growthAllowed() {
	kept := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(kept)
	debug.SetGCPercent(growth(int(kept[0].Value.Uint64())))
	afterCollection(growthAllowed)
}

// growth is by how many per cent the heap may grow when so many bytes of it are kept.
func growth(kept int) int { return max(collectPercent, 100*collectFrom/max(kept, 1<<20)-100) }

// afterCollection calls do once after the next collection.
func afterCollection(do func()) {
	garbage := new([64]byte)
	runtime.AddCleanup(garbage, func(do func()) { do() }, do)
}
