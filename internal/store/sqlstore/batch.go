package sqlstore

import (
	"context"
	"fmt"
	"slices"
)

// Statement is a part of a batch.
type Statement struct {
	Name, Query string
	Args        []any
	Row         func(Row) error        // called for each row; nil for a statement without rows
	Changed     func(rows int64) error // validates the number of changed rows; may be nil
	// OrFail is the error if a change changes no row. The database itself then fails the statement, and the commit that
	// was sent with it does not happen. Changed is called only after the response.
	OrFail error
}

// Batch sends statements in one round trip, and runs them in order up to the first that fails. It calls done with the
// error of each that has run; an error of Row or Changed is returned and ends the batch, but is no failure of the
// database.
type Batch func(ctx context.Context, list []Statement, done func(Statement, error)) error

// enqueue queues a statement that runs with the next one that returns something, or at the end of the transaction. It
// is for locks, and for changes of rows that the transaction has locked or inserts.
func (t *Tx) enqueue(ctx context.Context, s Statement) error {
	if t.batch != nil {
		if s.OrFail != nil {
			s.Query = fmt.Sprintf(t.dialect.OrFail, s.Query)
		}
		t.queued = append(t.queued, s)
		return t.failed
	}
	n, err := t.exec(ctx, s.Name, s.Query, s.Args...)
	if err == nil && n == 0 && s.OrFail != nil {
		return s.OrFail
	}
	if err == nil && s.Changed != nil {
		err = s.Changed(n)
	}
	return err
}

// changesRow is Statement.Changed for a row that must exist.
func changesRow(noun string) func(int64) error {
	return func(n int64) error {
		if n == 0 {
			return notFound(noun)
		}
		return nil
	}
}

// Flush runs the queued statements. It calls commit first if no result of them is needed, so that the batch can end
// with the commit.
func (t *Tx) Flush(ctx context.Context, commit func()) error {
	needed := func(s Statement) bool { return s.Changed != nil || s.Row != nil }
	if !slices.ContainsFunc(t.queued, needed) {
		commit()
	}
	return t.flush(ctx)
}

// flush runs the queued statements, and then more.
func (t *Tx) flush(ctx context.Context, more ...Statement) error {
	if t == nil || len(t.queued)+len(more) == 0 {
		return nil
	}
	ctx, err := t.statementContext(ctx)
	if err != nil {
		return err
	}
	list := append(t.queued, more...)
	t.queued = nil
	var firstErr error
	err = t.batch(ctx, list, func(s Statement, err error) {
		_, end := t.dialect.observe(ctx, s.Name, s.Query)
		end(err)
		switch {
		case err == nil || firstErr != nil:
		case s.OrFail != nil && t.dialect.IsOrFail(err):
			firstErr, t.failed = s.OrFail, s.OrFail
		default:
			firstErr = t.fail(s.Name, err)
		}
	})
	if firstErr != nil {
		return firstErr
	}
	return err
}
