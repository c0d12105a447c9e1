package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"runtime"

	"storefront/internal/store/sqlstore"
)

// maxBatch bounds how many works share one commit, and with it how long the first of them waits.
const maxBatch = 64

var errClosed = sqlstore.Unavailable(errors.New("the store is closed"))

// work is one call of Do. It runs in the goroutine of its caller, where a panic belongs, while the writer waits.
type work struct {
	ctx    context.Context
	turn   chan *sqlstore.Tx // unbuffered: either both sides see the turn or neither
	ran    chan bool         // whether its changes are to be kept
	answer chan error        // nil once the batch is on disk
}

// do runs work alone in a savepoint and answers, failures too, when the commit that it shares with its neighbours is
// durable: a work may have failed for what a neighbour has done. Work is to be short, and must not call Do.
func (s *Store) do(ctx context.Context, do func(*sqlstore.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w := &work{ctx: ctx, turn: make(chan *sqlstore.Tx), ran: make(chan bool, 1), answer: make(chan error, 1)}
	select {
	case s.works <- w:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return errClosed
	}
	select {
	case tx := <-w.turn:
		failure := w.run(tx, do)
		if err := <-w.answer; err != nil {
			return err
		}
		return failure
	case err := <-w.answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *work) run(tx *sqlstore.Tx, do func(*sqlstore.Tx) error) (err error) {
	keep := false
	defer func() { w.ran <- keep }()
	if err = do(tx); err == nil {
		err = tx.Err()
	}
	keep = err == nil
	return err
}

func (s *Store) write() {
	defer close(s.drained)
	for {
		select {
		case w := <-s.works:
			s.commit(w)
		case <-s.closing:
			return
		}
	}
}

// commit makes a batch of the first work and those that wait behind it.
func (s *Store) commit(first *work) {
	tx, err := s.writer.BeginTx(context.Background(), nil)
	if err != nil {
		s.refuse(first, translate(err))
		return
	}
	var batch []*work
	for w := first; w != nil; w = s.next(len(batch)) {
		batch = append(batch, w)
		if err = s.lend(tx, w); err != nil {
			break
		}
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		_ = tx.Rollback() // the failure that is told came before
		err = sqlstore.Unavailable(err)
	}
	for _, w := range batch {
		w.answer <- err
	}
}

// lend runs one work in a savepoint. Its error is the transaction's and ends the batch: where the savepoint is gone,
// SQLite has rolled everything back, as it does when the disk is full.
func (s *Store) lend(tx *sql.Tx, w *work) error {
	if _, err := tx.Exec("SAVEPOINT work"); err != nil {
		return err
	}
	end := "ROLLBACK TO work; RELEASE work"
	select {
	case w.turn <- sqlstore.NewTx(tx, s.dialect, s.Jobs(), context.WithoutCancel):
		if <-w.ran {
			end = "RELEASE work"
		}
	case <-w.ctx.Done():
	}
	_, err := tx.Exec(end)
	return err
}

// next is a work that waits already; nil when there is none.
func (s *Store) next(batched int) *work {
	if batched == maxBatch {
		return nil
	}
	for range 2 {
		select {
		case w := <-s.works:
			return w
		default:
			runtime.Gosched() // callers that were just answered are about to come back
		}
	}
	return nil
}

// refuse answers all waiting works when no transaction could be begun: each would wait as long for the same error.
func (s *Store) refuse(w *work, err error) {
	for ; w != nil; w = s.next(0) {
		w.answer <- err
	}
}
