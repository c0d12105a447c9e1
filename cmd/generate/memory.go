package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// What is kept of a build is small beside what it makes. Garbage is collected when the heap has collectFrom bytes, which
// a small change never has, or has grown by collectPercent since the last time, whichever is later; and more often in a
// program that comes near collectMore.
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

// growthAllowed sets how much the heap may grow until the next collection, and sets it anew after that one.
func growthAllowed() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := collectPercent
	if kept := int(live[0].Value.Uint64()); kept > 0 {
		percent = max(percent, 100*collectFrom/kept-100)
	}
	debug.SetGCPercent(percent)
	afterCollection(growthAllowed)
}

// afterCollection calls do once after the next collection.
func afterCollection(do func()) {
	garbage := new([64]byte)
	runtime.AddCleanup(garbage, func(do func()) { do() }, do)
}
