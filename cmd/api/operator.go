package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/booking"
	"storefront/internal/fault"
	"storefront/internal/money"
	"storefront/internal/webroot"
)

// operator is what the commands of people who run the shop have in common: the backend, and how they answer.
type operator struct {
	backendOptions
	deployment string
	json       bool
	yes        bool
	env        func(name, otherwise string) string
	stderr     io.Writer
}

// command makes a command that works on the backend.
func (o *operator) command(c *cobra.Command, act func(ctx context.Context, b *backend, c *cobra.Command, args []string) error) *cobra.Command {
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		log := slog.New(slog.NewTextHandler(o.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
		b, err := o.open(c.Context(), log, nil)
		if err != nil {
			return err
		}
		defer func() {
			if e := b.Close(); err == nil {
				err = e
			}
		}()
		return act(c.Context(), b, c, args)
	}
	return c
}

// group makes a command that only holds others, with the flags that all of them take.
func (o *operator) group(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short}
	f := c.PersistentFlags()
	o.flags(f, o.env)
	f.StringVar(&o.deployment, "deployment", "", "the deployment that is meant, where there are several")
	f.BoolVar(&o.json, "json", false, "answer as JSON")
	c.AddCommand(commands...)
	return c
}

// answer prints rows as JSON, or as a table of columns.
func answer[T any](o *operator, out io.Writer, rows []T, columns string, cells func(T) []string) error {
	if o.json {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		if rows == nil {
			rows = []T{}
		}
		return e.Encode(rows)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, strings.ReplaceAll(columns, " ", "\t"))
	for _, row := range rows {
		_, _ = fmt.Fprintln(w, strings.Join(cells(row), "\t"))
	}
	return w.Flush()
}

// confirmed asks before something is done that cannot be undone, unless --yes says so already.
func (o *operator) confirmed(c *cobra.Command, question string) error {
	if o.yes {
		return nil
	}
	_, _ = fmt.Fprintf(o.stderr, "%s Type yes to go on: ", question)
	var reply string
	_, _ = fmt.Fscanln(c.InOrStdin(), &reply)
	if reply != "yes" {
		return fmt.Errorf("nothing was done")
	}
	return nil
}

// deployments are those that are meant: the one that was named, or all that the builds know.
func (o *operator) deployments() []string {
	if o.deployment != "" {
		return []string{o.deployment}
	}
	var ids []string
	for _, d := range webroot.Open(o.builds, slog.New(slog.DiscardHandler)).Deployments() {
		ids = append(ids, d.ID)
	}
	return ids
}

// find gives the order of a reference.
func (o *operator) find(ctx context.Context, b *backend, reference string) (booking.Order, error) {
	for _, d := range o.deployments() {
		order, err := b.store.Read().OrderByReference(ctx, d, strings.ToUpper(reference))
		if !fault.Is(err, fault.NotFound) {
			return order, err
		}
	}
	return booking.Order{}, fmt.Errorf("there is no order %s", reference)
}

func amount(minor int64, currency string) string {
	return currency + " " + money.Format(minor, currency)
}

func instant(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}
