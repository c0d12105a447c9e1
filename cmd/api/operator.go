package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/core/plaintext"
	"storefront/internal/core/trail"
	"storefront/internal/lib/cli"
	"storefront/internal/lib/suggest"
	"storefront/internal/lib/termtable"
	"storefront/internal/shop/booking"
)

// operator is the common part of the operators' commands: the backend and the output format.
type operator struct {
	configuration
	deployment string
	json       bool
	yes        bool
	environ    []string
	stderr     io.Writer
}

// action is the action of a command.
type action func(ctx context.Context, b *backend, c *cobra.Command, args []string) error

// command makes a command that works on an existing database.
func (o *operator) command(c *cobra.Command, act action) *cobra.Command {
	c.RunE = func(c *cobra.Command, args []string) (err error) {
		if _, err := o.load(c.Flags(), o.environ, isOperatorSetting); err != nil {
			return err
		}
		if err := o.checkDatabase(c.Context()); err != nil {
			return err
		}
		_, _ = fmt.Fprintln(o.stderr, o.describeTarget())
		b, err := o.open(c.Context(), o.log())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		if o.deployment != "" && !acceptsSeveralDeployments(c) {
			// An unknown deployment is an error: it would have an empty list.
			if _, err := o.storedDeployments(c.Context(), b); err != nil {
				return err
			}
		}
		ctx := trail.NewContext(c.Context(), trail.Trail{Request: uuid.NewString(), Actor: trail.Operator(actor())})
		return act(ctx, b, c, args)
	}
	return c
}

// severalDeployments annotates a group whose commands take several ids with --deployment and validate them themselves.
const severalDeployments = "several deployments"

func acceptsSeveralDeployments(c *cobra.Command) bool {
	return c.HasParent() && c.Parent().Annotations[severalDeployments] != ""
}

// describeTarget describes the database and the payment provider that a command acts on, without the database's
// password.
func (o *operator) describeTarget() string {
	database := o.dataPath(databaseFile)
	if o.databaseURL != "" {
		database = "PostgreSQL"
		if c, err := pgx.ParseConfig(o.databaseURL); err == nil {
			database = fmt.Sprintf("PostgreSQL %s at %s", c.Database, c.Host)
		}
	}
	payments := o.provider
	if o.provider == sandboxName {
		payments += ": no money moves"
	}
	return fmt.Sprintf("database %s, payments %s", database, payments)
}

// log returns a logger for warnings and the actions of the command.
func (o *operator) log() *slog.Logger {
	return newLog(o.stderr, slog.LevelInfo, logFormats[0])
}

// group makes a command that only has subcommands, with the flags that all of them take.
func (o *operator) group(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, RunE: subcommandNeeded}
	o.backendFlags(c.PersistentFlags())
	o.jsonFlag(c)
	c.AddCommand(commands...)
	return c
}

// backendFlags adds the flags of commands that work on a database.
func (o *operator) backendFlags(f *pflag.FlagSet) {
	settingFlags(f, isOperatorSetting)
	f.StringVar(&o.deployment, "deployment", "", "the deployment's `id`, if there are several")
}

// subcommandNeeded is the action of a group. Without it cobra would answer an unknown subcommand with help and success.
func subcommandNeeded(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		var names []string
		for _, command := range c.Commands() {
			names = append(names, command.Name())
		}
		return cli.Usagef("unknown command %q for %q%s", args[0], c.CommandPath(), suggest.DidYouMean(args[0], names))
	}
	return cli.Usagef("%s needs a command", c.CommandPath())
}

func (o *operator) jsonFlag(c *cobra.Command) {
	c.PersistentFlags().BoolVar(&o.json, "json", false, "answer as JSON")
}

func (o *operator) yesFlag(c *cobra.Command) {
	c.Flags().BoolVar(&o.yes, "yes", false, "do not ask")
}

// limitFlag adds --limit, the length of a list.
func limitFlag(c *cobra.Command, limit *int, help string) {
	*limit = 100
	c.Flags().Var((*atLeastOne)(limit), "limit", help)
}

// atLeastOne is a flag's value of 1 or more.
type atLeastOne int

func (n *atLeastOne) String() string { return strconv.Itoa(int(*n)) }
func (n *atLeastOne) Type() string   { return "int" }

func (n *atLeastOne) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < 1 {
		return errors.New("it must be 1 or more")
	}
	*n = atLeastOne(value)
	return nil
}

// deployments returns the deployment of --deployment, or all of the live build.
func (o *operator) deployments() ([]payload.Deployment, error) {
	all := openRoots(o.builds, slog.New(slog.DiscardHandler)).Deployments()
	named := func(d payload.Deployment) bool { return d.ID == o.deployment }
	switch i := slices.IndexFunc(all, named); {
	case len(all) == 0:
		return nil, fmt.Errorf("there are no deployments in %s; --builds names the folder that generate writes",
			o.builds)
	case o.deployment == "":
		return all, nil
	case i >= 0:
		return all[i : i+1], nil
	}
	return nil, cli.Usagef("there is no deployment %q; there are %s", o.deployment, joinIDs(all))
}

// storedDeployments returns the id of --deployment, or the ids of all deployments: those of the live build first, then
// those that only the database still has.
func (o *operator) storedDeployments(ctx context.Context, b *backend) (ids []string, err error) {
	live, liveErr := o.deployments()
	for _, d := range live {
		ids = append(ids, d.ID)
	}
	if o.deployment != "" && liveErr == nil {
		return ids, nil
	}
	stored, err := b.store.Deployments(ctx)
	switch {
	case err != nil:
		return nil, err
	case o.deployment == "" && liveErr == nil:
		stored = slices.DeleteFunc(stored, func(id string) bool { return slices.Contains(ids, id) })
		return append(ids, stored...), nil
	case o.deployment != "" && slices.Contains(stored, o.deployment):
		return []string{o.deployment}, nil
	}
	return nil, liveErr
}

// deploymentID returns the id of the deployment of --deployment, or of the only one in the live build.
func (o *operator) deploymentID() (string, error) {
	if o.deployment != "" {
		return o.deployment, nil // command has checked it
	}
	d, err := o.oneDeployment()
	return d.ID, err
}

// oneDeployment returns the deployment of --deployment, or the only one, of the live build.
func (o *operator) oneDeployment() (payload.Deployment, error) {
	all, err := o.deployments()
	if err == nil && len(all) != 1 {
		err = cli.Usagef("--deployment must be one of %s", joinIDs(all))
	}
	if err != nil {
		return payload.Deployment{}, err
	}
	return all[0], nil
}

func joinIDs(all []payload.Deployment) string {
	var ids []string
	for _, d := range all {
		ids = append(ids, d.ID)
	}
	return strings.Join(ids, ", ")
}

// byReference finds something in each selected deployment: references are unique only within one. The noun has its
// article.
func byReference[T any](
	ctx context.Context, o *operator, b *backend, noun, reference string,
	read func(_ context.Context, deployment, reference string) (T, error),
) (found T, err error) {
	all, err := o.storedDeployments(ctx, b)
	if err != nil {
		return found, err
	}
	if reference = strings.ToUpper(plaintext.CleanLine(reference)); reference == "" {
		return found, cli.Usagef("%s is named by its reference", noun)
	}
	in := ""
	for _, id := range all {
		one, err := read(ctx, id, reference)
		switch {
		case fault.Is(err, fault.NotFound):
		case err != nil:
			return found, err
		case in != "":
			return found, cli.Usagef("%s and %s both have %s %s: choose one with --deployment",
				in, id, noun, reference)
		default:
			found, in = one, id
		}
	}
	if in == "" {
		_, bare, _ := strings.Cut(noun, " ")
		err = fmt.Errorf("there is no %s %s%s", bare, reference, ofDeployment(o.deployment))
	}
	return found, err
}

// bookingName returns a booking's name for commands, REFERENCE/LINE.
func bookingName(o *booking.Order, k *booking.Booking) string {
	return fmt.Sprintf("%s/%d", o.Reference, k.Line+1)
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

// printJSON prints JSON for programs.
func printJSON(out io.Writer, value any) error {
	return termtable.JSON(out, value, "  ")
}

// printRows prints rows as JSON, or as a table of columns.
func printRows[T any](o *operator, out io.Writer, rows []T, columns string, cells func(T) []string) error {
	if o.json {
		if rows == nil {
			rows = []T{}
		}
		return printJSON(out, rows)
	}
	t := termtable.New(columns)
	for _, row := range rows {
		t.Add(cells(row)...)
	}
	return t.Print(out)
}
