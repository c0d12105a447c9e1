package account

import (
	"context"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
)

// LongestName bounds a first and a last name, in characters.
const LongestName = 100

// SignUpRequest holds the details of a person who opens an account.
type SignUpRequest struct {
	FirstName string
	LastName  string
	Email     string
	Password  string
}

func (a *SignUpRequest) check() error {
	var w wrongs
	w.name("firstName", &a.FirstName)
	w.name("lastName", &a.LastName)
	a.Email = w.address(a.Email)
	a.Password = w.password(a.Password)
	return w.err()
}

// SignUp queues a mail with a link that opens the account, or with a hint if the address has one. Both take the same
// work: which of them applies is decided when the mail is written. device is a secret of the browser that is compared
// when the link is opened.
func (s *Service) SignUp(ctx context.Context, deployment, language string, in SignUpRequest,
	from Client) (device string, err error) {
	if err := in.check(); err != nil {
		return "", err
	}
	may, err := s.Limits.MayMail(ctx, notice.AccountOpening, deployment, in.Email, from.Network)
	if err != nil {
		return "", err
	}
	if device = from.Device; device == "" {
		device = secret.New()
	}
	hash, err := s.Passwords.Hash(ctx, in.Password)
	if err != nil || !may {
		return device, err
	}
	return device, s.Store.Do(ctx, func(tx Tx) error {
		link := Link{
			Purpose: Opening, Deployment: deployment, Email: in.Email, ExpiresAt: s.Now().Add(mailedWithin),
			SignUp: &SignUp{FirstName: in.FirstName, LastName: in.LastName, Password: hash, Language: language,
				Browser: requestedIn(device)},
		}
		if err := tx.SaveLink(ctx, link); err != nil {
			return err
		}
		return tx.NotifyLater(ctx, notice.Notice{
			Kind: notice.AccountOpening, Deployment: deployment, Language: language, To: in.Email,
		})
	})
}

// OpeningMail is the data of the mail to a person who signs up.
type OpeningMail struct {
	FirstName string
	Known     bool // the address already has an account
	// Token is the secret of the link; empty if the address has an account, or if the sign-up has expired.
	Token string
}

// OpeningLink creates the secret of the link while the mail is written, and invalidates earlier links.
func (s *Service) OpeningLink(ctx context.Context, deployment, email string) (mail OpeningMail, err error) {
	err = s.Store.Do(ctx, func(tx Tx) error {
		mail = OpeningMail{}
		user, err := tx.UserByEmail(ctx, deployment, email)
		if err == nil {
			mail = OpeningMail{FirstName: user.FirstName, Known: true}
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
		mail = OpeningMail{FirstName: link.SignUp.FirstName, Token: secret.New()}
		link.Hash, link.ExpiresAt = secret.HashOf(mail.Token), s.Now().Add(OpeningFor)
		return tx.SaveLink(ctx, link)
	})
	return mail, err
}

// requestedIn returns the hash of the browser that requests an account.
func requestedIn(device string) string { return secret.HashOf("sign up", device) }

// Open opens the account of a mailed link and signs its owner in. In another browser than the one that requested the
// account it signs in nobody and discards the requested details, because somebody else may have requested it, and mails
// a link to choose a password. It returns fault.LinkExpired for a link that expired, was used or replaced, or never
// existed.
func (s *Service) Open(ctx context.Context, deployment, token string, from Client) (entry *Entry, err error) {
	err = s.Store.Do(ctx, func(tx Tx) error {
		entry = nil
		link, err := s.take(ctx, tx, Opening, deployment, token)
		if err != nil {
			return err
		}
		request := link.SignUp
		user := User{ID: newID(), Deployment: deployment, Email: link.Email, CreatedAt: s.Now()}
		same := request.Browser == requestedIn(from.Device)
		if same {
			user.FirstName, user.LastName, user.Password = request.FirstName, request.LastName, request.Password
		}
		if err := tx.SaveUser(ctx, user); fault.Is(err, fault.Invalid) {
			return errLinkExpired // the account was opened by another link
		} else if err != nil {
			return err
		}
		if !same {
			return queueReset(ctx, tx, deployment, request.Language, user.Email)
		}
		let, err := s.remember(ctx, tx, user)
		entry = &let
		return err
	})
	return entry, err
}

var errLinkExpired = fault.New(fault.LinkExpired, "The link has expired or was already used.")

// take returns a link and deletes it. A link of another deployment is kept.
func (s *Service) take(ctx context.Context, tx Tx, purpose Purpose, deployment, token string) (Link, error) {
	link, err := tx.TakeLink(ctx, purpose, secret.HashOf(token))
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
