package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// errNoSession is returned for a connection that a pooler deals to a server anew for each transaction.
var errNoSession = errors.New("the connection pooler before PostgreSQL pools transactions, but locks of this " +
	"program last as long " +
	"as their connections: set pool_mode = session for this database (PgBouncer), or connect to PostgreSQL itself")

// sessionProbes is how often checkSession tries to be given another server. Another client can give back, between two
// of its statements, the very one that it has used before.
const sessionProbes = 5

// checkSession returns errNoSession if the database is reached through a pooler of transactions.
func checkSession(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	announced, backend, err := processes(ctx, conn)
	if err != nil || announced == backend {
		return err // PostgreSQL itself says at the beginning of a connection which process it is served by
	}
	for range sessionProbes {
		if err := keepsBackend(ctx, db, conn); err != nil {
			return err
		}
	}
	return nil
}

// keepsBackend returns errNoSession if conn is served by another process once a second connection is in a transaction.
// A pooler of transactions gives that connection the process that has just served conn.
func keepsBackend(ctx context.Context, db *sql.DB, conn *sql.Conn) error {
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
	// A connection that is lost has rolled back.
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

// processes returns the id of the process that a connection was announced to be served by, and of the one that serves
// it.
func processes(ctx context.Context, conn *sql.Conn) (announced, serving uint32, err error) {
	// The simple protocol prepares no statement: those of different clients collide behind a pooler of transactions.
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
