//go:build !linux

package batch

func schedule(int) {}
