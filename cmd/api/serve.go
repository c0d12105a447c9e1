package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"storefront/api"
	"storefront/internal/webroot"
)

type serveOptions struct {
	addr     string
	builds   string
	logLevel slog.Level
}

func serveCommand(env func(name, otherwise string) string, stderr io.Writer) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve every deployment's site and the API",
		Long: "Serve answers for each deployment at its hosts, and shows the first one at local addresses that none claims.\n" +
			"New builds are live as soon as they are published. SIGTERM and SIGINT end it once open requests are answered.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serve(cmd.Context(), o, slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: o.logLevel})))
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", env("ADDR", "127.0.0.1:8080"), "address to listen on; ADDR in the environment sets it too")
	f.StringVar(&o.builds, "builds", "builds", "the folder of builds, as generate writes it")
	f.TextVar(&o.logLevel, "log-level", slog.LevelInfo, "what to log: debug (every request), info, warn or error")
	return cmd
}

// Bounds of a connection. Writing is allowed for as long as a picture takes on a slow line.
const (
	headerTimeout  = 5 * time.Second
	readTimeout    = 30 * time.Second
	writeTimeout   = 2 * time.Minute
	idleTimeout    = 2 * time.Minute
	largestHeader  = 64 << 10
	shutdownWithin = 25 * time.Second
)

// serve answers requests until ctx ends, and then finishes those that are open.
func serve(ctx context.Context, o serveOptions, log *slog.Logger) error {
	roots := webroot.Open(o.builds, log)
	server := &http.Server{
		Handler:           api.New(api.Config{Site: roots, Log: log}),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    largestHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.addr)
	if err != nil {
		return err
	}
	log.Info("serving", "url", "http://"+listener.Addr().String(), "builds", o.builds)
	if err := roots.Ready(); err != nil {
		log.Warn("there is nothing to show yet", "reason", err)
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	return shutdown(server, log)
}

func shutdown(server *http.Server, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownWithin)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		_ = server.Close()
		return fmt.Errorf("requests were still open after %s and have been cut off", shutdownWithin)
	}
	if err == nil {
		log.Info("stopped")
	}
	return err
}
