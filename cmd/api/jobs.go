package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/lib/cli"
	"storefront/internal/store/sqlstore"
)

func jobsCommand(o *operator) *cobra.Command {
	return o.group("jobs", "List background jobs, and retry them", o.jobsList(), o.jobsRetry())
}

const jobColumns = "ID> KIND STATE ATTEMPTS> DUE ORDER ABOUT LAST-ERROR"

// jobCells returns a job's cells of the table.
func jobCells(j sqlstore.Job) []string {
	last := "-"
	if n := len(j.Failures); n > 0 {
		last = truncate(j.Failures[n-1].Error, 120)
	}
	due := "-"
	if j.State == sqlstore.JobWaiting || j.State == sqlstore.JobRetrying {
		due = instant(j.DueAt)
	}
	return []string{
		strconv.FormatInt(j.ID, 10), j.Kind, string(j.State), strconv.Itoa(j.Attempt), due,
		cmp.Or(j.Trail.Reference, "-"), truncate(compact(j.Args), 80), last,
	}
}

// compact removes the spaces that PostgreSQL adds to JSON.
func compact(data json.RawMessage) string {
	var out bytes.Buffer
	if err := json.Compact(&out, data); err != nil {
		return string(data)
	}
	return out.String()
}

// truncate truncates a long text.
func truncate(text string, limit int) string {
	if all := []rune(text); len(all) > limit {
		return string(all[:limit-1]) + "…"
	}
	return text
}

func (o *operator) jobsList() *cobra.Command {
	var kind, state string
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List jobs, the latest first", Args: cobra.NoArgs,
		Example: "  api jobs list --state retrying\n  api jobs list --kind settle_order --json",
	}
	c.Flags().StringVar(&kind, "kind", "", "only of this `kind`")
	c.Flags().StringVar(&state, "state", "", "only those that are `STATE`: "+joinOr(sqlstore.JobStates))
	limitFlag(c, &limit, "the maximum `number` of jobs")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		only, err := parseOneOf("state", state, sqlstore.JobStates)
		if err != nil {
			return err
		}
		jobs, err := b.store.Jobs().List(ctx, sqlstore.JobFilter{Kind: kind, State: only, Limit: limit})
		if err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), jobs, jobColumns, jobCells)
	})
}

func (o *operator) jobsRetry() *cobra.Command {
	c := &cobra.Command{
		Use: "retry ID", Short: "Run a job as soon as a server is free, even one that failed for good",
		Args: cobra.ExactArgs(1),
		Long: "Retry makes a job run as soon as a server is free. It asks for confirmation if the job has already\n" +
			"sent its notice, which would be sent again.",
		Example: "  api jobs retry 4711",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		id, err := strconv.ParseInt(args[0], 10, 64)
		if err != nil {
			return cli.Usagef("%q is not a job number", args[0])
		}
		job, err := b.store.Jobs().Job(ctx, id)
		if fault.Is(err, fault.NotFound) {
			return fmt.Errorf("there is no job %d", id)
		}
		if err != nil {
			return err
		}
		if outcome := job.Outcome(); outcome != "" {
			if err := o.confirm(c, outcome+" already. Send it again?"); err != nil {
				return err
			}
		}
		if job, err = b.store.Jobs().Retry(ctx, id); err != nil {
			return err
		}
		return printRows(o, c.OutOrStdout(), []sqlstore.Job{job}, jobColumns, jobCells)
	})
}
