package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/shop/contact"
)

func messagesCommand(o *operator) *cobra.Command {
	return o.group("messages", "List the messages of the contact page", o.messagesList())
}

// messageRow is a message in the output of commands.
type messageRow struct {
	ID         string    `json:"id"`
	Deployment string    `json:"deployment"`
	CreatedAt  time.Time `json:"createdAt"`
	Name       string    `json:"name"`
	Email      string    `json:"email"`
	Topic      string    `json:"topic,omitempty"`
	Order      string    `json:"order,omitempty"`
	Language   string    `json:"language"`
	Text       string    `json:"text"`
}

func messageRowOf(m contact.Message) messageRow {
	return messageRow{
		ID: m.ID, Deployment: m.Deployment, CreatedAt: m.CreatedAt, Name: m.Name, Email: m.Email,
		Topic: string(m.Topic), Order: m.Order,
		Language: m.Language, Text: m.Text,
	}
}

func (o *operator) messagesList() *cobra.Command {
	var limit int
	var suspect bool
	c := &cobra.Command{
		Use: "list", Short: "List messages, the latest first", Args: cobra.NoArgs,
		Long: "List the messages of visitors, the latest first. Each is also mailed to the shop; this list has it\n" +
			"even if the mail fails. Suspected spam is not mailed, and listed with --suspect only.",
		Example: "  api messages list --limit 20\n  api messages list --suspect\n  api messages list --json | jq " +
			"-r '.[0].text'",
	}
	limitFlag(c, &limit, "the maximum `number` of messages")
	c.Flags().BoolVar(&suspect, "suspect", false, "list suspected spam instead")
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, _ []string) error {
		found, err := b.contact.List(ctx, contact.Filter{Deployment: o.deployment, Suspect: suspect, Limit: limit})
		if err != nil {
			return err
		}
		var rows []messageRow
		for _, m := range found {
			rows = append(rows, messageRowOf(m))
		}
		return printRows(o, c.OutOrStdout(), rows, "WRITTEN DEPLOYMENT FROM TOPIC ORDER TEXT",
			func(r messageRow) []string {
				return []string{instant(r.CreatedAt), r.Deployment, r.Name + " <" + r.Email + ">", r.Topic, r.Order,
					r.Text}
			})
	})
}
