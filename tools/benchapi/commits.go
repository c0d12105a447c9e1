package main

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver of the stores
)

// commits returns how many rows a second one writer can commit durably, each in its own transaction, with the settings
// of internal/store/sqlite.
func commits(ctx context.Context, dir string, window time.Duration) (perSecond float64, err error) {
	dsn := url.URL{Scheme: "file", Path: filepath.Join(dir, "commits.db"), RawQuery: url.Values{
		"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_txlock": {"immediate"}, "_foreign_keys": {"true"},
		"_busy_timeout": {"5000"}, "_stmt_cache_size": {"100"},
	}.Encode()}
	db, err := sql.Open("sqlite3", dsn.String())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	for _, statement := range []string{
		"PRAGMA wal_autocheckpoint = 8000", "CREATE TABLE rows (id INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT",
	} {
		if _, err := db.Exec(statement); err != nil {
			return 0, err
		}
	}
	insert, err := db.Prepare("INSERT INTO rows (document) VALUES ($1)")
	if err != nil {
		return 0, err
	}
	defer insert.Close()
	document := strings.Repeat("x", 200)
	n, began := 0, time.Now()
	for ; time.Since(began) < window; n++ {
		if _, err := insert.ExecContext(ctx, document); err != nil {
			return 0, err
		}
	}
	return float64(n) / time.Since(began).Seconds(), nil
}
