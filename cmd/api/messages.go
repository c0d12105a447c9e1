package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"storefront/internal/shop/contact"
)

func messagesCommand(o *operator) *cobra.Command {
	return o.group("messages", "List and delete the messages of the contact page", o.messagesList(), o.messagesDelete())
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

const messageColumns = "ID WRITTEN DEPLOYMENT FROM TOPIC ORDER TEXT"

func (r messageRow) cells() []string {
	return []string{r.ID, instant(r.CreatedAt), r.Deployment, r.Name + " <" + r.Email + ">", r.Topic, r.Order, r.Text}
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
		return printRows(o, c.OutOrStdout(), rows, messageColumns, messageRow.cells)
	})
}

func (o *operator) messagesDelete() *cobra.Command {
	c := &cobra.Command{
		Use: "delete ID", Short: "Delete a message for good", Args: cobra.ExactArgs(1),
		Long: "Delete removes a message, as its sender can ask for, and the jobs of its mails. Mails that were sent\n" +
			"stay in the mailbox of the shop.",
		Example: "  api messages delete 0d3c8a52-6d4e-4f0b-9c34-6d1f1b6f0a11",
	}
	o.yesFlag(c)
	return o.command(c, func(ctx context.Context, b *backend, c *cobra.Command, args []string) error {
		m, err := b.contact.Message(ctx, args[0])
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", args[0], err)
		case o.deployment != "" && m.Deployment != o.deployment:
			return fmt.Errorf("%s: this message is to %s, not to %s", args[0], m.Deployment, o.deployment)
		}
		question := fmt.Sprintf("Delete the message of %s to %s for good?", m.Email, m.Deployment)
		if err := o.confirm(c, question); err != nil {
			return err
		}
		if err := b.contact.Delete(ctx, m); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return printRows(o, c.OutOrStdout(), []messageRow{messageRowOf(m)}, messageColumns, messageRow.cells)
	})
}
