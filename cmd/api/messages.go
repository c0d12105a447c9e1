package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/contact"
)

func messagesCommand(o *operator) *cobra.Command {
	return o.group("messages", "Read what visitors have written over the contact page", o.messagesList())
}

// messageRow is a message as the commands tell of it.
type messageRow struct {
	ID         string    `json:"id"`
	Deployment string    `json:"deployment"`
	CreatedAt  time.Time `json:"createdAt"`
	Name       string    `json:"name"`
	Email      string    `json:"email"`
	Order      string    `json:"order,omitempty"`
	Language   string    `json:"language"`
	Text       string    `json:"text"`
}

func messageRowOf(m contact.Message) messageRow {
	return messageRow{
		ID: m.ID, Deployment: m.Deployment, CreatedAt: m.CreatedAt, Name: m.Name, Email: m.Email, Order: m.Order, Language: m.Language,
		Text: m.Text,
	}
}

func (o *operator) messagesList() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List messages, the latest first", Args: cobra.NoArgs,
		Long:    "List what visitors have written, the latest first. Each message is mailed to the shop too; here it is even if that mail fails.",
		Example: "  api messages list --limit 20\n  api messages list --json | jq -r '.[0].text'",
	}
	c.Flags().IntVar(&limit, "limit", 100, "at most so many")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		if limit < 1 {
			return usageError{errors.New("--limit has to be 1 or more")}
		}
		found, err := b.contact.List(ctx, contact.Filter{Deployment: o.deployment, Limit: limit})
		if err != nil {
			return err
		}
		var rows []messageRow
		for _, m := range found {
			rows = append(rows, messageRowOf(m))
		}
		return answer(o, c.OutOrStdout(), rows, "WRITTEN DEPLOYMENT FROM ORDER TEXT", func(r messageRow) []string {
			return []string{instant(r.CreatedAt), r.Deployment, r.Name + " <" + r.Email + ">", r.Order, r.Text}
		})
	})
}
