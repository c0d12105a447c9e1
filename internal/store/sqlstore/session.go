package sqlstore

import (
	"context"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/fault"
)

var _ scs.CtxStore = Sessions{}

// Sessions implements scs.CtxStore. The row of an ended session stays until it expires: otherwise a request that began
// before could restore it by its commit.
type Sessions struct {
	reads Reader
	do    Do
}

func (s Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	err = s.reads.queryRow(ctx, "session", []any{&data},
		`SELECT data FROM sessions WHERE token = $1 AND ended = $2 AND expires_at > $3`,
		token, false, instant(time.Now()))
	if fault.Is(err, fault.NotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

func (s Sessions) CommitCtx(ctx context.Context, token string, data []byte, expires time.Time) error {
	return s.do(ctx, func(tx *Tx) error {
		_, err := tx.exec(ctx, "save session", `INSERT INTO sessions (token, data, ended, expires_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at WHERE sessions.ended = excluded.ended`,
			token, data, false, instant(expires))
		return err
	})
}

func (s Sessions) DeleteCtx(ctx context.Context, token string) error {
	return s.do(ctx, func(tx *Tx) error {
		_, err := tx.exec(ctx, "end session", `UPDATE sessions SET ended = $1, data = $2 WHERE token = $3`, true,
			[]byte{}, token)
		return err
	})
}

// Find, Commit and Delete are the methods without a context that scs requires.
func (s Sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

func (s Sessions) Commit(token string, data []byte, expires time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expires)
}

func (s Sessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
