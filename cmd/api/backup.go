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

// What a data folder holds that cannot be made again. Pictures can.
var (
	// the books of payments last: they know of each that the orders know of
	databaseFiles = []string{databaseFile, sandboxDatabase}
	keptFiles     = []string{ticketKeyFile, linkSecretFile}
)

func backupCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "backup FOLDER", Short: "Copy the data folder while the server runs: the SQLite database, the keys, " +
			"the mails",
		Long: "The folder must not be there yet, and is there only once it is whole. It is a data folder itself: " +
			"to restore it, stop the\n" +
			"server and put it in the place of the other. PostgreSQL has its own tools: docs/running.md.",
		Example: "  api backup /var/backups/storefront/2026-12-05",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := o.load(c.Flags(), o.environ, whatMigrates); err != nil {
				return err
			}
			if o.databaseURL != "" {
				return cli.Usage(errors.New("PostgreSQL is backed up with pg_dump; see docs/running.md"))
			}
			rows, err := backUp(c.Context(), o.data, args[0])
			if err != nil {
				return err
			}
			return answer(o, c.OutOrStdout(), rows, "FILE BYTES>", saved.cells)
		},
	}
	settingFlags(c.Flags(), whatMigrates)
	o.jsonFlag(c)
	return c
}

// saved is a file of a backup.
type saved struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

func (s saved) cells() []string { return []string{s.File, strconv.FormatInt(s.Bytes, 10)} }

// backUp makes the folder under another name first.
func backUp(ctx context.Context, data, folder string) (rows []saved, err error) {
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s is there already", folder), err)
	}
	partial := folder + ".partial"
	if err := os.RemoveAll(partial); err != nil { // of one that was interrupted
		return nil, err
	}
	if err := os.MkdirAll(partial, 0o700); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(partial)) }()
	for _, name := range databaseFiles {
		from := filepath.Join(data, name)
		if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) && name != databaseFiles[0] {
			continue // the sandbox takes no payments here
		} else if err != nil {
			return nil, err
		}
		if err := sqlite.Copy(ctx, from, filepath.Join(partial, name)); err != nil {
			return nil, fmt.Errorf("copy %s: %w", name, err)
		}
	}
	for _, name := range keptFiles {
		if err := copyFile(filepath.Join(data, name), filepath.Join(partial, name)); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if err := os.CopyFS(filepath.Join(partial, mailFolder), os.DirFS(filepath.Join(data, mailFolder))); err != nil &&
		!errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if rows, err = flushed(partial); err != nil {
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

// flushed lists the files of a backup, once each is on disk.
func flushed(folder string) (rows []saved, err error) {
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
		rows = append(rows, saved{name, info.Size()})
		return errors.Join(err, f.Sync())
	})
	return rows, err
}
