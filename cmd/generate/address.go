package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
)

// listenAddress is the address at which a command serves storefronts.
type listenAddress struct {
	bind string
	port int
}

func addressFlags(cmd *cobra.Command, a *listenAddress) {
	cmd.Flags().StringVar(&a.bind, "bind", "127.0.0.1", "the address to listen on")
	cmd.Flags().IntVarP(&a.port, "port", "p", 8080, "the port to listen on; 0 selects a free one")
}

func (a listenAddress) String() string { return net.JoinHostPort(a.bind, strconv.Itoa(a.port)) }

func (a listenAddress) validate() error {
	if a.port < 0 || a.port > 65535 {
		return cli.Usagef("--port is %d; it is a number from 0 to 65535", a.port)
	}
	return nil
}

func (a listenAddress) listen(ctx context.Context) (net.Listener, error) {
	if err := a.validate(); err != nil {
		return nil, err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", a.String())
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %d is in use; choose another with --port, or any free one with --port 0", a.port)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("no permission to listen on port %d; choose one above 1023 with --port", a.port)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on --bind %s: %v", a.bind, err)
	}
	return l, nil
}

// openBrowser has the system open an address, and does not wait for it.
func openBrowser(p *printer, url string) {
	program := map[string][]string{"darwin": {"open"},
		"windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if program == nil {
		program = []string{"xdg-open"}
	}
	opening := exec.Command(program[0], append(program[1:], url)...)
	if err := opening.Start(); err != nil {
		p.messagef("No browser could be opened: %v", err)
		return
	}
	go func() { _ = opening.Wait() }()
}
