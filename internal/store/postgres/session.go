package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// errNoSession is returned if a pooler assigns a server connection to each transaction.
var errNoSession = errors.New("the connection pooler before PostgreSQL pools transactions, but locks of this " +
	"program last as long " +
	"as their connections: set pool_mode = session for this database (PgBouncer), or connect to PostgreSQL itself")

// sessionProbes is how often checkSession tries to get another server connection. Between two of its statements another
// client can release the very connection that it used before.
const sessionProbes = 5

// checkSession returns errNoSession if a transaction pooler is between this program and the database.
func checkSession(ctx context.Context, db *sql.DB, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	announced, backend, err := processes(ctx, conn)
	if err != nil || announced == backend {
		return err // PostgreSQL itself announces the backend's process id at the start of a connection
	}
	for range sessionProbes {
		if err := checkSameBackend(ctx, db, conn); err != nil {
			return err
		}
	}
	return nil
}

// checkSameBackend returns errNoSession if another backend serves conn while a second connection has a transaction
// open. A transaction pooler gives that connection the backend that has just served conn.
func checkSameBackend(ctx context.Context, db *sql.DB, conn *sql.Conn) error {
	_, before, err := processes(ctx, conn)
	if err != nil {
		return err
	}
	other, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer other.Close()
	if _, err := other.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	// A lost connection has rolled back.
	defer other.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") //nolint:errcheck
	_, after, err := processes(ctx, conn)
	switch {
	case err != nil:
		return err
	case before != after:
		return errNoSession
	}
	return nil
}

// processes returns the process id of the backend that a connection announced, and of the one that serves it now.
func processes(ctx context.Context, conn *sql.Conn) (announced, serving uint32, err error) {
	// The simple protocol prepares no statement: statement names of different clients collide behind a transaction
	// pooler.
	row := conn.QueryRowContext(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol)
	if err := row.Scan(&serving); err != nil {
		return 0, 0, err
	}
	err = conn.Raw(func(driver any) error {
		announced = driver.(*stdlib.Conn).Conn().PgConn().PID()
		return nil
	})
	return announced, serving, err
}
