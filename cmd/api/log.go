package main

import (
	"io"
	"log/slog"

	"storefront/internal/core/trail"
)

// newLog returns a logger that adds request, actor and order to each record.
func newLog(to io.Writer, level slog.Level, format string) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == "json" {
		return slog.New(trail.LogHandler(slog.NewJSONHandler(to, options)))
	}
	return slog.New(trail.LogHandler(slog.NewTextHandler(to, options)))
}
