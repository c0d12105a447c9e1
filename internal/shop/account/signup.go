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

// SignUp has a link mailed that opens the account, or a hint where there is one. It does the same in both cases: which
// it is turns out when the mail is written. device is the secret that the browser is to have when it opens the link.
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
				Browser: askedIn(device)},
		}
		if err := tx.SaveLink(ctx, link); err != nil {
			return err
		}
		return tx.NotifyLater(ctx, notice.Notice{
			Kind: notice.AccountOpening, Deployment: deployment, Language: language, To: in.Email,
		})
	})
}

// OpeningMail is what a mail says to whoever has asked for an account.
type OpeningMail struct {
	FirstName string
	Known     bool // there is an account already
	// the secret of the link; empty where there is an account, and where nothing waits to be opened any more
	Token string
}

// OpeningLink makes the secret of the link, while the mail is being written. The links before it count no more.
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

// askedIn names the browser in which an account was asked for.
func askedIn(device string) string { return secret.HashOf("sign up", device) }

// Open opens the account of a mailed link and lets its owner in. In another browser than the one that asked for it,
// somebody else may have: nobody is let in then, what was asked with does not count, and a link to choose a password is
// mailed. Open returns fault.LinkExpired for a link that is too old, was used, was replaced or never was.
func (s *Service) Open(ctx context.Context, deployment, token string, from Client) (entry *Entry, err error) {
	err = s.Store.Do(ctx, func(tx Tx) error {
		entry = nil
		link, err := s.take(ctx, tx, Opening, deployment, token)
		if err != nil {
			return err
		}
		asked := link.SignUp
		user := User{ID: newID(), Deployment: deployment, Email: link.Email, CreatedAt: s.Now()}
		same := asked.Browser == askedIn(from.Device)
		if same {
			user.FirstName, user.LastName, user.Password = asked.FirstName, asked.LastName, asked.Password
		}
		if err := tx.SaveUser(ctx, user); fault.Is(err, fault.Invalid) {
			return errLinkExpired // the account was opened otherwise
		} else if err != nil {
			return err
		}
		if !same {
			return tellOfReset(ctx, tx, deployment, asked.Language, user.Email)
		}
		let, err := s.remember(ctx, tx, user)
		entry = &let
		return err
	})
	return entry, err
}

var errLinkExpired = fault.New(fault.LinkExpired, "The link has expired or was used.")

// take uses a link up. A link of another deployment is kept.
func (s *Service) take(ctx context.Context, tx Tx, purpose Purpose, deployment, token string) (Link, error) {
	link, err := tx.TakeLink(ctx, purpose, secret.HashOf(token))
	if err != nil {
		return Link{}, linkFault(err)
	}
	return link, s.checkLink(link, deployment)
}

// checkLink returns fault.LinkExpired if a link is of another deployment or its time is over.
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
