package account

import (
	"context"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
)

// MaxNameLength bounds a first and a last name, in characters.
const MaxNameLength = 100

// SignUpRequest holds the details of a person who opens an account.
type SignUpRequest struct {
	FirstName string
	LastName  string
	Email     string
	Password  string
}

func (r *SignUpRequest) validate() error {
	var w wrongs
	w.name("firstName", &r.FirstName)
	w.name("lastName", &r.LastName)
	r.Email = w.address(r.Email)
	r.Password = w.password(r.Password)
	return w.err()
}

// SignUp queues a mail with a link that opens the account, or with a hint if the address has one. Both take the same
// work, since the account is looked up only when the mail is written. device is a secret of the browser that is
// compared when the link is opened.
func (s *Service) SignUp(ctx context.Context, deployment, language string, request SignUpRequest,
	from Client) (device string, err error) {
	if err := request.validate(); err != nil {
		return "", err
	}
	allowed, err := s.Limits.CountMail(ctx, notice.AccountOpening, deployment, request.Email, from.Network)
	if err != nil {
		return "", err
	}
	if device = from.Device; device == "" {
		device = secret.New()
	}
	hash, err := s.Passwords.Hash(ctx, request.Password)
	if err != nil || !allowed {
		return device, err
	}
	return device, s.Store.Do(ctx, func(tx Tx) error {
		link := Link{
			Purpose: Opening, Deployment: deployment, Email: request.Email, ExpiresAt: s.Now().Add(signUpLifetime),
			SignUp: &SignUp{FirstName: request.FirstName, LastName: request.LastName, Password: hash,
				Language: language, Browser: signUpBrowserHash(device)},
		}
		if err := tx.SaveLink(ctx, link); err != nil {
			return err
		}
		return tx.NotifyLater(ctx, notice.Notice{
			Kind: notice.AccountOpening, Deployment: deployment, Language: language, To: request.Email,
		})
	})
}

// OpeningMail is the data of the mail to a person who signs up.
type OpeningMail struct {
	FirstName     string
	AccountExists bool // the address already has an account
	// Token is the secret of the link; empty if the address has an account, or if the sign-up has expired.
	Token string
}

// OpeningLink creates the secret of the link while the mail is written, and invalidates earlier links.
func (s *Service) OpeningLink(ctx context.Context, deployment, email string) (opening OpeningMail, err error) {
	err = s.Store.Do(ctx, func(tx Tx) error {
		opening = OpeningMail{}
		user, err := tx.UserByEmail(ctx, deployment, email)
		if err == nil {
			opening = OpeningMail{FirstName: user.FirstName, AccountExists: true}
		}
		if !fault.Is(err, fault.NotFound) {
			return err
		}
		link, err := tx.LinkTo(ctx, Opening, deployment, email)
		if fault.Is(err, fault.NotFound) || err == nil && !s.Now().Before(link.ExpiresAt) {
			return nil
		}
		if err != nil {
			return err
		}
		opening = OpeningMail{FirstName: link.SignUp.FirstName, Token: secret.New()}
		link.Hash, link.ExpiresAt = secret.Hash(opening.Token), s.Now().Add(OpeningLifetime)
		return tx.SaveLink(ctx, link)
	})
	return opening, err
}

// signUpBrowserHash returns the hash of the browser that requests an account.
func signUpBrowserHash(device string) string { return secret.Hash("sign up", device) }

// Open opens the account of a mailed link and signs its owner in. In another browser than the one that requested the
// account it signs in nobody and discards the requested details, because somebody else may have requested it, and mails
// a link to choose a password. It returns fault.LinkExpired for a link that expired, was used or replaced, or never
// existed.
func (s *Service) Open(ctx context.Context, deployment, token string, from Client) (entry *SignInResult, err error) {
	err = s.Store.Do(ctx, func(tx Tx) error {
		entry = nil
		link, err := s.takeLink(ctx, tx, Opening, deployment, token)
		if err != nil {
			return err
		}
		request := link.SignUp
		user := User{ID: newID(), Deployment: deployment, Email: link.Email, CreatedAt: s.Now()}
		sameBrowser := request.Browser == signUpBrowserHash(from.Device)
		if sameBrowser {
			user.FirstName, user.LastName, user.Password = request.FirstName, request.LastName, request.Password
		}
		if err := tx.SaveUser(ctx, user); fault.Is(err, fault.Invalid) {
			return errLinkExpired // the account was opened by another link
		} else if err != nil {
			return err
		}
		if !sameBrowser {
			return queueReset(ctx, tx, deployment, request.Language, user.Email)
		}
		signedIn, err := s.rememberDevice(ctx, tx, user)
		entry = &signedIn
		return err
	})
	return entry, err
}

var errLinkExpired = fault.New(fault.LinkExpired, "The link has expired or was already used.")

// takeLink returns a link and deletes it. A link of another deployment is kept.
func (s *Service) takeLink(ctx context.Context, tx Tx, purpose Purpose, deployment, token string) (Link, error) {
	link, err := tx.TakeLink(ctx, purpose, secret.Hash(token))
	if err != nil {
		return Link{}, linkFault(err)
	}
	return link, s.checkLink(link, deployment)
}

// checkLink returns fault.LinkExpired if a link belongs to another deployment or has expired.
func (s *Service) checkLink(link Link, deployment string) error {
	if link.Deployment != deployment || !s.Now().Before(link.ExpiresAt) {
		return errLinkExpired
	}
	return nil
}

// linkFault replaces fault.NotFound of a link by fault.LinkExpired.
func linkFault(err error) error {
	if fault.Is(err, fault.NotFound) {
		return errLinkExpired
	}
	return err
}
