package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"runtime"

	"storefront/internal/store/sqlstore"
)

// maxBatch bounds the number of works in a commit, and with it the wait of the first.
const maxBatch = 64

var errClosed = sqlstore.Unavailable(errors.New("the store is closed"))

// work is one call of Do. It runs in the goroutine of its caller, where a panic belongs; the writer waits meanwhile.
type work struct {
	ctx       context.Context
	turn      chan *sqlstore.Tx // unbuffered: either both sides see the turn or neither does
	keep      chan bool         // whether to keep its changes
	committed chan error        // nil once the batch is on disk
}

// do runs work in a savepoint of a commit that it shares with others, and returns once the commit is durable. It also
// delays failures, because a work may fail over an uncommitted change of another. Work must be short and must not call
// Do.
func (s *Store) do(ctx context.Context, run func(*sqlstore.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &work{ctx: ctx, turn: make(chan *sqlstore.Tx), keep: make(chan bool, 1), committed: make(chan error, 1)}
	select {
	case s.queue <- w:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return errClosed
	}
	select {
	case tx := <-w.turn:
		failure := w.run(tx, run)
		if err := <-w.committed; err != nil {
			return err
		}
		return failure
	case err := <-w.committed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *work) run(tx *sqlstore.Tx, do func(*sqlstore.Tx) error) (err error) {
	keep := false
	defer func() { w.keep <- keep }()
	if err = do(tx); err == nil {
		err = tx.Err()
	}
	keep = err == nil
	return err
}

func (s *Store) write() {
	defer close(s.writerDone)
	for {
		select {
		case w := <-s.queue:
			s.commit(w)
		case <-s.closing:
			return
		}
	}
}

// commit batches the first work with those that wait behind it.
func (s *Store) commit(first *work) {
	tx, err := s.writer.BeginTx(context.Background(), nil)
	if err != nil {
		s.failQueued(first, translate(err))
		return
	}
	var batch []*work
	for w := first; w != nil; w = s.next(len(batch)) {
		batch = append(batch, w)
		if err = s.runInSavepoint(tx, w); err != nil {
			break
		}
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		_ = tx.Rollback() // the earlier error is returned
		err = sqlstore.Unavailable(err)
	}
	for _, w := range batch {
		w.committed <- err
	}
}

// runInSavepoint runs one work in a savepoint. Its error is that of the transaction and ends the batch: if the
// savepoint is gone, SQLite has rolled back everything, as it does on a full disk.
func (s *Store) runInSavepoint(tx *sql.Tx, w *work) error {
	if _, err := tx.Exec("SAVEPOINT work"); err != nil {
		return err
	}
	end := "ROLLBACK TO work; RELEASE work"
	select {
	case w.turn <- sqlstore.NewTx(tx, s.dialect, s.Jobs(), context.WithoutCancel, nil):
		if <-w.keep {
			end = "RELEASE work"
		}
	case <-w.ctx.Done():
	}
	_, err := tx.Exec(end)
	return err
}

// next returns a waiting work, or nil.
func (s *Store) next(batched int) *work {
	if batched == maxBatch {
		return nil
	}
	for range 2 {
		select {
		case w := <-s.queue:
			return w
		default:
			runtime.Gosched() // callers that just got an answer are about to return with more work
		}
	}
	return nil
}

// failQueued fails all waiting works if no transaction could begin: each would wait as long for the same error.
func (s *Store) failQueued(w *work, err error) {
	for ; w != nil; w = s.next(0) {
		w.committed <- err
	}
}
