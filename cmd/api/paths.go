package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
)

// Names in the data folder.
const (
	databaseFile    = "storefront.db" // SQLite's
	sandboxDatabase = "sandbox.db"
	linkSecretFile  = "link.secret"
	ticketKeyFile   = "ticket.pem"
	mailFolder      = "mail"     // mails, without a mail server
	pictureFolder   = "pictures" // the cache of made pictures
)

// dataPath returns the path of a file in the data folder.
func (c *configuration) dataPath(name string) string { return filepath.Join(c.data, name) }

// checkDatabase returns an error unless the database exists and is migrated to this program's version. Operators'
// commands call it first: creating or migrating a database would show an empty shop, or upgrade a running one.
func (c *configuration) checkDatabase(ctx context.Context) error {
	if err := c.checkFile(); err != nil {
		return err
	}
	current, err := c.tablesAreCurrent(ctx)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	if !current {
		return errors.New("the tables have another version than this program; api migrate status lists the " +
			"migrations, and api migrate up applies them")
	}
	return nil
}

// checkFile returns an error if the database is an SQLite file that does not exist.
func (c *configuration) checkFile() error {
	if c.databaseURL != "" {
		return nil
	}
	if _, err := os.Stat(c.dataPath(databaseFile)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf(
			"there is no database %s: name the server's settings with --config or CONFIG, its folder with "+
				"--data, or create a new database with api migrate up", c.dataPath(databaseFile))
	}
	return nil
}

func (c *configuration) tablesAreCurrent(ctx context.Context) (bool, error) {
	if c.databaseURL != "" {
		return postgres.UpToDate(ctx, c.databaseURL)
	}
	return sqlite.UpToDate(ctx, c.dataPath(databaseFile))
}
