package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/review"
)

func (o *operator) usersList() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List accounts by their addresses", Args: cobra.NoArgs,
		Example: "  api users list --deployment wayfare",
	}
	limitFlag(c, &limit, "the maximum `number` of accounts")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		users, err := b.store.Accounts().Users(ctx, o.deployment, limit)
		if err != nil {
			return err
		}
		var rows []userRow
		for _, u := range users {
			rows = append(rows, userRowOf(u))
		}
		return printRows(o, c.OutOrStdout(), rows, userColumns, userRow.cells)
	})
}

// user returns the account of an address in the selected deployment.
func (o *operator) user(ctx context.Context, b *backend, address string) (account.User, error) {
	deployment, err := o.deploymentID()
	if err != nil {
		return account.User{}, err
	}
	email := strings.ToLower(strings.TrimSpace(address))
	user, err := b.store.Accounts().UserByEmail(ctx, deployment, email)
	if err != nil {
		return account.User{}, explainAccountError(err, email)
	}
	return user, nil
}

func (o *operator) usersSwitch(use, short string, disabled bool) *cobra.Command {
	c := &cobra.Command{
		Use: use + " EMAIL", Short: short, Args: cobra.ExactArgs(1), Example: "  api users " +
			use + " amina@example.com --deployment wayfare",
	}
	o.yesFlag(c)
	question := map[bool]string{
		true:  "Disable the account of %s at %s? Sign-in stops, and all its sessions end.",
		false: "Enable the account of %s at %s?",
	}[disabled]
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		user, err := o.user(ctx, b, args[0])
		if err != nil {
			return err
		}
		if err := o.confirm(c, fmt.Sprintf(question, user.Email, user.Deployment)); err != nil {
			return err
		}
		if user, err = b.accounts.SetDisabled(ctx, user.Deployment, user.Email, disabled); err != nil {
			return explainAccountError(err, user.Email)
		}
		return o.printUser(c, user)
	})
}

func (o *operator) usersDelete() *cobra.Command {
	c := &cobra.Command{
		Use: "delete EMAIL", Short: "Erase an account: its names, address, password, cart and links",
		Args: cobra.ExactArgs(1),
		Long: "Delete erases an account for good, ends its sessions and takes its address off waiting lists. Orders\n" +
			"keep the details that their buyers entered until KEEP_ORDERS after their last activity; reviews keep\n" +
			"the names that readers see, until api reviews delete removes them. Delete prints the number of both\n" +
			"before it acts.",
		Example: "  api users delete amina@example.com --deployment wayfare",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		user, err := o.user(ctx, b, args[0])
		if err != nil {
			return err
		}
		remaining, err := b.remainingData(ctx, &user)
		if err != nil {
			return err
		}
		if err := o.confirm(c, fmt.Sprintf("Erase the account of %s at %s for good? %s", user.Email, user.Deployment,
			remaining)); err != nil {
			return err
		}
		if _, err := b.booking.EraseWaiting(ctx, user.Deployment, user.Email); err != nil {
			return err
		}
		if err := b.accounts.Delete(ctx, user.Deployment, user.Email); err != nil {
			return explainAccountError(err, user.Email)
		}
		_, _ = fmt.Fprintf(o.stderr, "The account is erased. %s\n", remaining)
		return o.printUser(c, user)
	})
}

// remainingData describes what remains of an account after its deletion.
func (b *backend) remainingData(ctx context.Context, u *account.User) (string, error) {
	reviews, err := b.reviews.List(ctx, review.Filter{Deployment: u.Deployment, User: u.ID, Limit: review.NoLimit})
	if err != nil {
		return "", err
	}
	var references []string
	filter := booking.OrderFilter{Deployment: u.Deployment, Email: u.Email, Carts: []string{u.CartID()}}
	for order, err := range allOrders(ctx, b, filter) {
		if err != nil {
			return "", err
		}
		references = append(references, order.Reference)
	}
	ordersText := countNoun(len(references), "order")
	if len(references) > 0 {
		ordersText += " (" + strings.Join(references, ", ") + ")"
	}
	return fmt.Sprintf("What stays: %s, with the buyer's name and address until KEEP_ORDERS after the last activity, "+
		"and %s.", ordersText, countNoun(len(reviews), "review")), nil
}

func countNoun(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
