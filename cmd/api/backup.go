package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"storefront/internal/lib/cli"
	"storefront/internal/store/sqlite"
)

// The files of a data folder that a backup needs. Pictures can be made again.
var (
	// The sandbox's database is copied last: it then has the payments of all orders.
	databaseFiles = []string{databaseFile, sandboxDatabase}
	keyFiles      = []string{ticketKeyFile, linkSecretFile}
)

func backupCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "backup FOLDER", Short: "Copy the data folder while the server runs: the SQLite database, the keys, " +
			"the mails",
		Long: "The folder must not exist, and appears only when it is complete. It is a data folder itself: " +
			"to restore it, stop the\n" +
			"server and replace its data folder. PostgreSQL has its own tools: docs/running.md.",
		Example: "  api backup /var/backups/storefront/2026-12-05",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := o.load(c.Flags(), o.environ, isDatabaseSetting); err != nil {
				return err
			}
			if o.databaseURL != "" {
				return cli.Usage(errors.New("PostgreSQL is backed up with pg_dump; see docs/running.md"))
			}
			rows, err := backUp(c.Context(), o.data, args[0])
			if err != nil {
				return err
			}
			return printRows(o, c.OutOrStdout(), rows, "FILE BYTES>", backupFile.cells)
		},
	}
	settingFlags(c.Flags(), isDatabaseSetting)
	o.jsonFlag(c)
	return c
}

// backupFile is a file of a backup.
type backupFile struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

func (s backupFile) cells() []string { return []string{s.File, strconv.FormatInt(s.Bytes, 10)} }

// backUp writes the folder under a temporary name first.
func backUp(ctx context.Context, data, folder string) (rows []backupFile, err error) {
	folder = filepath.Clean(folder) // a slash at its end would put the temporary name into it
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s already exists", folder), err)
	}
	partial := folder + ".partial"
	if err := os.RemoveAll(partial); err != nil { // of an interrupted backup
		return nil, err
	}
	if err := os.MkdirAll(partial, 0o700); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(partial)) }()
	for _, name := range databaseFiles {
		from := filepath.Join(data, name)
		if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) && name != databaseFiles[0] {
			continue // another provider takes the payments
		} else if err != nil {
			return nil, err
		}
		if err := sqlite.Copy(ctx, from, filepath.Join(partial, name)); err != nil {
			return nil, fmt.Errorf("copy %s: %w", name, err)
		}
	}
	for _, name := range keyFiles {
		if err := copyFile(filepath.Join(data, name), filepath.Join(partial, name)); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if err := os.CopyFS(filepath.Join(partial, mailFolder), os.DirFS(filepath.Join(data, mailFolder))); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if rows, err = syncFiles(partial); err != nil {
		return nil, err
	}
	return rows, os.Rename(partial, folder)
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}

// syncFiles syncs the files of a backup to disk and lists them.
func syncFiles(folder string) (rows []backupFile, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		rows = append(rows, backupFile{name, info.Size()})
		return errors.Join(err, f.Sync())
	})
	return rows, err
}
