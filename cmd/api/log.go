package main

import (
	"io"
	"log/slog"

	"storefront/internal/core/trail"
)

// newLog returns a log of lines that say in which request, and for whom, something was done.
func newLog(to io.Writer, level slog.Level, format string) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(trail.Handler(slog.NewJSONHandler(to, options)))
	}
	return slog.New(trail.Handler(slog.NewTextHandler(to, options)))
}
