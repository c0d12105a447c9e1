package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivermigrate"
)

// Migrations migrates tables: River's job queue, which has numbers of its own, and then ours.
type Migrations struct {
	DB      *sql.DB
	Dialect goose.Dialect
	Files   fs.FS
	River   riverdriver.Driver[*sql.Tx]
}

// Migration is one change of the tables.
type Migration struct {
	Version int64
	Name    string
	Queue   bool // of River's tables, which Down does not revert
	Applied bool
}

func (m Migrations) provider() (*goose.Provider, error) {
	return goose.NewProvider(m.Dialect, m.DB, m.Files, goose.WithLogger(goose.NopLogger()),
		goose.WithDisableGlobalRegistry(true))
}

func (m Migrations) queue() (*rivermigrate.Migrator[*sql.Tx], error) {
	return rivermigrate.New(m.River, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
}

// Up applies pending changes.
func (m Migrations) Up(ctx context.Context) error {
	river, err := m.queue()
	if err != nil {
		return err
	}
	if _, err := river.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate jobs: %w", err)
	}
	provider, err := m.provider()
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// UpToDate reports whether all changes are applied.
func (m Migrations) UpToDate(ctx context.Context) (bool, error) {
	provider, err := m.provider()
	if err != nil {
		return false, err
	}
	pending, err := provider.HasPending(ctx)
	if err != nil || pending {
		return false, err
	}
	river, err := m.queue()
	if err != nil {
		return false, err
	}
	jobs, err := river.Validate(ctx, nil)
	if err != nil {
		return false, err
	}
	return jobs.OK, nil
}

// Down reverts the latest change of our tables.
func (m Migrations) Down(ctx context.Context) error {
	provider, err := m.provider()
	if err != nil {
		return err
	}
	_, err = provider.Down(ctx)
	return err
}

// Status lists the changes in the order in which Up applies them.
func (m Migrations) Status(ctx context.Context) ([]Migration, error) {
	list, err := m.queueStatus(ctx)
	if err != nil {
		return nil, err
	}
	provider, err := m.provider()
	if err != nil {
		return nil, err
	}
	all, err := provider.Status(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		list = append(list, Migration{
			Version: s.Source.Version, Name: s.Source.Path, Applied: s.State == goose.StateApplied,
		})
	}
	return list, nil
}

// queueStatus lists the changes of the job queue's tables.
func (m Migrations) queueStatus(ctx context.Context) (list []Migration, err error) {
	river, err := m.queue()
	if err != nil {
		return nil, err
	}
	applied, err := river.ExistingVersions(ctx)
	if err != nil {
		return nil, err
	}
	for _, v := range river.AllVersions() {
		isApplied := slices.ContainsFunc(applied, func(a rivermigrate.Migration) bool { return a.Version == v.Version })
		list = append(list, Migration{
			Version: int64(v.Version), Name: "job queue: " + v.Name, Queue: true, Applied: isApplied,
		})
	}
	return list, nil
}
