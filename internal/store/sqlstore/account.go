package sqlstore

import (
	"context"

	"time"

	"github.com/goccy/go-json"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/account"
)

var (
	_ account.Store = Accounts{}
	_ account.Tx    = (*Tx)(nil)
)

// Accounts implements account.Store.
type Accounts struct {
	Reader
	do Do
}

func (a Accounts) Do(ctx context.Context, work func(account.Tx) error) error {
	return a.do(ctx, func(tx *Tx) error { return work(tx) })
}

const selectUsers = `SELECT id, deployment, email, first_name, last_name, password, epoch, created_at, disabled_at FROM users WHERE `

func (r Reader) User(ctx context.Context, id string) (account.User, error) {
	return r.user(ctx, "id = $1", id)
}

func (r Reader) UserByEmail(ctx context.Context, deployment, email string) (account.User, error) {
	return r.user(ctx, "deployment = $1 AND email = $2", deployment, email)
}

func (r Reader) user(ctx context.Context, where string, args ...any) (account.User, error) {
	all, err := r.users(ctx, where+r.forUpdate(), args...)
	if err != nil {
		return account.User{}, err
	}
	if len(all) == 0 {
		return account.User{}, notFound("account")
	}
	return all[0], nil
}

func (r Reader) users(ctx context.Context, where string, args ...any) (all []account.User, err error) {
	err = r.query(ctx, "read accounts", func(row Row) error {
		var (
			u                 account.User
			created, disabled instant
		)
		err := row.Scan(&u.ID, &u.Deployment, &u.Email, &u.FirstName, &u.LastName, &u.Password, &u.Epoch, &created,
			&disabled)
		u.CreatedAt, u.DisabledAt = created.time(), disabled.time()
		all = append(all, u)
		return err
	}, selectUsers+where, args...)
	return all, err
}

func (a Accounts) Users(ctx context.Context, deployment string, limit int) ([]account.User, error) {
	if deployment == "" {
		return a.users(ctx, "id <> '' ORDER BY email, deployment LIMIT $1", limit)
	}
	return a.users(ctx, "deployment = $1 ORDER BY email LIMIT $2", deployment, limit)
}

func (t *Tx) DeleteUser(ctx context.Context, u account.User) error {
	n, err := t.exec(ctx, "delete account", `DELETE FROM users WHERE id = $1`, u.ID)
	if err == nil && n == 0 {
		return notFound("account")
	}
	if err == nil {
		_, err = t.exec(ctx, "delete links", `DELETE FROM account_links WHERE deployment = $1 AND email = $2`,
			u.Deployment, u.Email)
	}
	if err == nil {
		_, err = t.exec(ctx, "delete cart", `DELETE FROM carts WHERE id = $1`, u.CartID())
	}
	if err == nil {
		err = t.deleteNoticesTo(ctx, u.Deployment, u.Email, notice.AccountOpening, notice.PasswordReset)
	}
	return err
}

func (t *Tx) SaveUser(ctx context.Context, u account.User) error {
	n, err := t.exec(ctx, "save account", `INSERT INTO users (id, deployment, email, first_name, last_name, password, epoch,
			created_at, disabled_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (deployment, email) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
			password = excluded.password, epoch = excluded.epoch, created_at = excluded.created_at,
			disabled_at = excluded.disabled_at
		WHERE users.id = excluded.id`,
		u.ID, u.Deployment, u.Email, u.FirstName, u.LastName, u.Password, u.Epoch, instant(u.CreatedAt),
		instant(u.DisabledAt))
	if err == nil && n == 0 {
		return fault.New(fault.Invalid, "This address already has an account.",
			fault.Field{Name: "email", Code: fault.Unknown})
	}
	return err
}

const linkColumns = `hash, purpose, deployment, email, sign_up, expires_at`

func (r Reader) Link(ctx context.Context, purpose account.Purpose, hash string) (account.Link, error) {
	return r.link(ctx, `SELECT `+linkColumns+` FROM account_links WHERE hash = $1 AND hash <> '' AND purpose = $2`,
		hash, string(purpose))
}

func (t *Tx) LinkTo(ctx context.Context, purpose account.Purpose, deployment, email string) (account.Link, error) {
	return t.link(ctx,
		`SELECT `+linkColumns+` FROM account_links WHERE purpose = $1 AND deployment = $2 AND email = $3`+t.forUpdate(),
		string(purpose), deployment, email)
}

func (t *Tx) TakeLink(ctx context.Context, purpose account.Purpose, hash string) (account.Link, error) {
	return t.link(ctx, `DELETE FROM account_links WHERE hash = $1 AND hash <> '' AND purpose = $2 RETURNING `+
		linkColumns,
		hash, string(purpose))
}

func (r Reader) link(ctx context.Context, query string, args ...any) (account.Link, error) {
	var (
		l       account.Link
		signUp  []byte
		expires instant
	)
	err := r.queryRow(ctx, "link", []any{&l.Hash, &l.Purpose, &l.Deployment, &l.Email, &signUp, &expires}, query,
		args...)
	if err != nil {
		return account.Link{}, err
	}
	l.ExpiresAt = expires.time()
	return l, json.Unmarshal(signUp, &l.SignUp)
}

func (t *Tx) SaveLink(ctx context.Context, l account.Link) error {
	signUp, err := json.Marshal(l.SignUp)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "save link", `INSERT INTO account_links (purpose, deployment, email, hash, sign_up, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (purpose, deployment, email) DO UPDATE SET hash = excluded.hash, sign_up = excluded.sign_up,
			expires_at = excluded.expires_at`,
		string(l.Purpose), l.Deployment, l.Email, l.Hash, string(signUp), instant(l.ExpiresAt))
	return err
}

func (r Reader) HasDevice(ctx context.Context, hash string, now time.Time) (bool, error) {
	var expires instant
	err := r.queryRow(ctx, "device", []any{&expires},
		`SELECT expires_at FROM devices WHERE hash = $1 AND expires_at > $2`,
		hash, instant(now))
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

func (t *Tx) SaveDevice(ctx context.Context, hash string, until time.Time) error {
	_, err := t.exec(ctx, "save device", `INSERT INTO devices (hash, expires_at) VALUES ($1, $2)
		ON CONFLICT (hash) DO UPDATE SET expires_at = excluded.expires_at`, hash, instant(until))
	return err
}
