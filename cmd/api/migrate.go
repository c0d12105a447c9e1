package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

func migrateCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "migrate", Short: "Migrate the database's tables, or revert the latest migration",
		RunE: subcommandNeeded,
		Long: "A server creates its database and applies pending migrations when it starts; operators' commands\n" +
			"never do. Migrate does it without a server, for example before the first of several servers\n" +
			"starts, and lists the migrations.",
	}
	settingFlags(c.PersistentFlags(), isDatabaseSetting)
	o.jsonFlag(c)
	c.AddCommand(
		o.migration(&cobra.Command{Use: "up", Short: "Apply pending migrations"}, o.migrateUp),
		o.migration(&cobra.Command{Use: "status", Short: "List migrations, and which are applied"}, nil),
		o.migrateDownCommand(),
	)
	return c
}

// isDatabaseSetting selects the settings that locate the database.
func isDatabaseSetting(s *setting) bool { return s.name == "data" || s.name == "database-url" }

// migrationRow is a migration in the list.
type migrationRow struct {
	Version int64  `json:"version"`
	Name    string `json:"name"`
	Applied bool   `json:"applied"`
}

func (r migrationRow) cells() []string {
	state := "pending"
	if r.Applied {
		state = "applied"
	}
	return []string{fmt.Sprintf("%05d", r.Version), r.Name, state}
}

// migration returns a command that changes the tables and then lists the migrations.
func (o *operator) migration(c *cobra.Command, act func(context.Context, *cobra.Command) error) *cobra.Command {
	c.Args = cobra.NoArgs
	c.RunE = func(c *cobra.Command, _ []string) error {
		if _, err := o.load(c.Flags(), o.environ, isDatabaseSetting); err != nil {
			return err
		}
		if c.Name() != "up" {
			if err := o.checkFile(); err != nil {
				return err
			}
		}
		if act != nil {
			if err := act(c.Context(), c); err != nil {
				return err
			}
		}
		list, err := o.migrations(c.Context())
		if err != nil {
			return err
		}
		var rows []migrationRow
		for _, m := range list {
			rows = append(rows, migrationRow{m.Version, m.Name, m.Applied})
		}
		return printRows(o, c.OutOrStdout(), rows, "VERSION NAME STATE", migrationRow.cells)
	}
	return c
}

func (o *operator) migrateDownCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "down", Short: "Revert the latest migration, and drop the data of its tables",
		Example: "  api migrate down --yes",
		Long:    "Down reverts the latest migration of the shop's own tables. Those of the job queue stay.",
	}
	o.yesFlag(c)
	return o.migration(c, o.migrateDown)
}

func (o *operator) migrateUp(ctx context.Context, _ *cobra.Command) error {
	if o.databaseURL != "" {
		return postgres.Migrate(ctx, o.databaseURL)
	}
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return err
	}
	return sqlite.Migrate(ctx, o.dataPath(databaseFile))
}

func (o *operator) migrations(ctx context.Context) ([]sqlstore.Migration, error) {
	if o.databaseURL != "" {
		return postgres.Migrations(ctx, o.databaseURL)
	}
	return sqlite.Migrations(ctx, o.dataPath(databaseFile))
}

func (o *operator) migrateDown(ctx context.Context, c *cobra.Command) error {
	list, err := o.migrations(ctx)
	if err != nil {
		return err
	}
	latest := -1
	for i, m := range list {
		if m.Applied && !m.Queue {
			latest = i
		}
	}
	if latest < 0 {
		return fmt.Errorf("there is no migration to revert")
	}
	question := fmt.Sprintf("Revert %s, and lose the data of its tables and columns?", list[latest].Name)
	if err := o.confirm(c, question); err != nil {
		return err
	}
	if o.databaseURL != "" {
		return postgres.MigrateDown(ctx, o.databaseURL)
	}
	return sqlite.MigrateDown(ctx, o.dataPath(databaseFile))
}
