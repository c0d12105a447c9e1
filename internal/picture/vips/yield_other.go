//go:build !linux

package vips

func yieldLess() {}
