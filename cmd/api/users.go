package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/lib/cli"
	"storefront/internal/shop/account"
)

func usersCommand(o *operator) *cobra.Command {
	return o.group("users", "List, create, disable and delete accounts, and reset passwords",
		o.usersList(), o.usersCreate(), o.usersReset(),
		o.usersSwitch("disable", "Disable sign-in to an account, and end its sessions", true),
		o.usersSwitch("enable", "Enable sign-in to an account again", false), o.usersDelete())
}

// userRow is an account in the output of commands.
type userRow struct {
	Email      string    `json:"email"`
	Deployment string    `json:"deployment"`
	FirstName  string    `json:"firstName"`
	LastName   string    `json:"lastName"`
	CreatedAt  time.Time `json:"createdAt"`
	DisabledAt time.Time `json:"disabledAt,omitzero"`
}

const userColumns = "E-MAIL DEPLOYMENT FIRST-NAME LAST-NAME CREATED STATE"

func userRowOf(u account.User) userRow {
	return userRow{u.Email, u.Deployment, u.FirstName, u.LastName, u.CreatedAt, u.DisabledAt}
}

func (r userRow) cells() []string {
	state := "active"
	if !r.DisabledAt.IsZero() {
		state = "disabled " + instant(r.DisabledAt)
	}
	return []string{r.Email, r.Deployment, r.FirstName, r.LastName, instant(r.CreatedAt), state}
}

func (o *operator) printUser(c *cobra.Command, u account.User) error {
	return printRows(o, c.OutOrStdout(), []userRow{userRowOf(u)}, userColumns, userRow.cells)
}

func (o *operator) usersCreate() *cobra.Command {
	var first, last string
	c := &cobra.Command{
		Use: "create EMAIL", Short: "Create an account whose address you have verified", Args: cobra.ExactArgs(1),
		Long: "Create creates an account at once, without a mail that verifies its address: its user sees all\n" +
			"orders with that address. The password is read without echo from a terminal, or else from standard\n" +
			"input.",
		Example: "  api users create amina@example.com --deployment wayfare --first-name Amina --last-name Haddad",
	}
	c.Flags().StringVar(&first, "first-name", "", "the first name")
	c.Flags().StringVar(&last, "last-name", "", "the family name")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		deployment, err := o.oneDeployment()
		if err != nil {
			return err
		}
		password, err := o.readPassword(c)
		if err != nil {
			return err
		}
		user, err := b.accounts.Create(ctx, deployment.ID, args[0], first, last, password)
		if err != nil {
			return explainAccountError(err, args[0])
		}
		return o.printUser(c, user)
	})
}

func (o *operator) usersReset() *cobra.Command {
	var set bool
	var language string
	c := &cobra.Command{
		Use: "reset-password EMAIL", Short: "Mail a link to choose a new password, or set one",
		Args: cobra.ExactArgs(1),
		Long: "Reset-password mails the link that a user who has forgotten the password requests. With --set the\n" +
			"new password is read without echo from a terminal, or else from standard input, and all sessions\n" +
			"of the account end.",
		Example: "  api users reset-password amina@example.com --deployment wayfare\n" +
			"  api users reset-password amina@example.com --deployment wayfare --set",
	}
	c.Flags().BoolVar(&set, "set", false, "set a password now instead of mailing a link")
	c.Flags().StringVar(&language, "language", "", "the mail's `language`; the deployment's default if not set")
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		deployment, err := o.oneDeployment()
		if err != nil {
			return err
		}
		language = cmp.Or(language, append(slices.Clone(deployment.Languages), "en")[0])
		if len(deployment.Languages) > 0 && !slices.Contains(deployment.Languages, language) {
			return cli.Usagef("%s has no language %q; it has %s", deployment.ID, language,
				strings.Join(deployment.Languages, ", "))
		}
		email := strings.ToLower(strings.TrimSpace(args[0]))
		if set {
			err = o.setPassword(ctx, b, c, deployment.ID, email)
		} else {
			err = b.accounts.RequestReset(ctx, deployment.ID, language, email)
		}
		if err != nil {
			return explainAccountError(err, email)
		}
		user, err := b.store.Accounts().UserByEmail(ctx, deployment.ID, email)
		if err != nil {
			return err
		}
		if !set {
			_, _ = fmt.Fprintf(o.stderr, "A server mails the link to %s.\n", email)
		}
		return o.printUser(c, user)
	})
}

func (o *operator) setPassword(ctx context.Context, b *backend, c *cobra.Command, deployment, email string) error {
	if _, err := b.store.Accounts().UserByEmail(ctx, deployment, email); err != nil {
		return err
	}
	if err := o.confirm(c, fmt.Sprintf("Set a new password for %s, and end all its sessions?", email)); err != nil {
		return err
	}
	password, err := o.readPassword(c)
	if err != nil {
		return err
	}
	return b.accounts.SetPassword(ctx, deployment, email, password)
}

// explainAccountError replaces mistakes in an account by messages about the command.
func explainAccountError(err error, email string) error {
	if fault.Is(err, fault.NotFound) {
		return fmt.Errorf("there is no account of %s", email)
	}
	words := map[string]string{
		"firstName required": "--first-name is missing", "firstName max": "--first-name is too long",
		"lastName required": "--last-name is missing", "lastName max": "--last-name is too long",
		"email required": "the e-mail address is missing", "email format": "the e-mail address is not valid",
		"email max": "the e-mail address is too long", "password required": "the password is missing",
		"password max": fmt.Sprintf("the password has more than %d characters", account.MaxPasswordLength),
		"password min": fmt.Sprintf("the password has fewer than %d characters", account.MinPasswordLength),
	}
	var wrong []string
	for _, f := range fault.Of(err).Fields {
		text := words[f.Name+" "+string(f.Code)]
		if text == "" {
			return err
		}
		wrong = append(wrong, text)
	}
	if len(wrong) == 0 {
		return err
	}
	return cli.Usagef("%s", strings.Join(wrong, "; "))
}
