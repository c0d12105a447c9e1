package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivermigrate"
)

// Migrations brings tables up to date: River's, which it numbers itself, and then ours.
type Migrations struct {
	DB      *sql.DB
	Dialect goose.Dialect
	Files   fs.FS
	River   riverdriver.Driver[*sql.Tx]
}

// Migration is one of ours.
type Migration struct {
	Version int64
	Name    string
	Applied bool
}

func (m Migrations) provider() (*goose.Provider, error) {
	return goose.NewProvider(m.Dialect, m.DB, m.Files, goose.WithLogger(goose.NopLogger()),
		goose.WithDisableGlobalRegistry(true))
}

// Up applies what is missing.
func (m Migrations) Up(ctx context.Context) error {
	river, err := rivermigrate.New(m.River, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
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

// UpToDate reports whether no change of the tables is missing.
func (m Migrations) UpToDate(ctx context.Context) (bool, error) {
	provider, err := m.provider()
	if err != nil {
		return false, err
	}
	pending, err := provider.HasPending(ctx)
	if err != nil || pending {
		return false, err
	}
	river, err := rivermigrate.New(m.River, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return false, err
	}
	jobs, err := river.Validate(ctx, nil)
	if err != nil {
		return false, err
	}
	return jobs.OK, nil
}

// Down takes the latest of ours back. River's stay.
func (m Migrations) Down(ctx context.Context) error {
	provider, err := m.provider()
	if err != nil {
		return err
	}
	_, err = provider.Down(ctx)
	return err
}

// Status lists ours, oldest first.
func (m Migrations) Status(ctx context.Context) ([]Migration, error) {
	provider, err := m.provider()
	if err != nil {
		return nil, err
	}
	all, err := provider.Status(ctx)
	if err != nil {
		return nil, err
	}
	var list []Migration
	for _, s := range all {
		list = append(list, Migration{s.Source.Version, s.Source.Path, s.State == goose.StateApplied})
	}
	return list, nil
}
