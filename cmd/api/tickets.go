package main

import (
	"cmp"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"storefront/internal/shop/document/ticket"
)

func ticketsCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "tickets", Short: "Verify tickets offline, and print the public key for that",
		RunE: subcommandNeeded,
	}
	settingFlags(c.PersistentFlags(), isTicketSetting)
	o.jsonFlag(c)
	c.AddCommand(o.ticketsVerify(), o.ticketsKey())
	return c
}

// isTicketSetting selects the settings that locate the shop's key.
func isTicketSetting(s *setting) bool { return s.name == "data" || s.name == "ticket-key" }

// publicKey returns the public key in a file, or the shop's own.
func (o *operator) publicKey(flags *pflag.FlagSet, path string) (ed25519.PublicKey, error) {
	if path != "" {
		return publicKeyIn(path)
	}
	var own configuration
	if _, err := own.load(flags, o.environ, isTicketSetting); err != nil {
		return nil, err
	}
	if own.ticketPEM != "" {
		return ticket.ParsePublic([]byte(own.ticketPEM))
	}
	public, err := publicKeyIn(own.dataPath(ticketKeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no key of tickets yet, neither in TICKET_KEY nor in %s",
			own.dataPath(ticketKeyFile))
	}
	return public, err
}

func publicKeyIn(path string) (ed25519.PublicKey, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	public, err := ticket.ParsePublic(data)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return public, nil
}

// ticketRow is the content of a ticket's code.
type ticketRow struct {
	Booking   string `json:"booking"`
	Product   string `json:"product"`
	Date      string `json:"date"`
	StartTime string `json:"startTime,omitempty"`
	Seats     int    `json:"seats"`
	Key       string `json:"key"`
}

func (r ticketRow) cells() []string {
	return []string{r.Booking, r.Product, r.Date, cmp.Or(r.StartTime, "any time"), strconv.Itoa(r.Seats), r.Key}
}

func (o *operator) ticketsVerify() *cobra.Command {
	var key string
	c := &cobra.Command{
		Use: "verify [TEXT|-]", Short: "Check the signature of a ticket's code, without database or network",
		Args: cobra.MaximumNArgs(1),
		Long: "Verify reads the scanned text of a ticket's code, from the argument or standard input, and prints\n" +
			"its content. It ends with status 1 for a code that the shop has not signed, or that was changed.\n" +
			"It needs only the public key, which api tickets key prints. It does not know whether a booking was\n" +
			"cancelled or redeemed since; bookings redeem --ticket does.",
		Example: "  scanner | api tickets verify\n  api tickets verify --key gate.pem 'TKT:…'",
		RunE: func(c *cobra.Command, args []string) error {
			public, err := o.publicKey(c.Flags(), key)
			if err != nil {
				return err
			}
			text, err := textOrInput(c.InOrStdin(), cmp.Or(append(args, "")[0], "-"))
			if err != nil {
				return err
			}
			claims, err := ticket.Verify(public, text)
			if err != nil {
				return err
			}
			rows := []ticketRow{{
				Booking: fmt.Sprintf("%s/%d", claims.Reference, claims.Line+1), Product: claims.Product,
				Date:      claims.Date,
				StartTime: claims.StartTime, Seats: claims.Seats, Key: claims.Key,
			}}
			if o.json {
				return printJSON(c.OutOrStdout(), rows[0])
			}
			return printRows(o, c.OutOrStdout(), rows, "BOOKING PRODUCT DATE START SEATS> KEY", ticketRow.cells)
		},
	}
	c.Flags().StringVar(&key, "key", "", "the `file` of the public key; by default that of TICKET_KEY or of the key "+
		"in the folder of --data")
	return c
}

func (o *operator) ticketsKey() *cobra.Command {
	return &cobra.Command{
		Use: "key", Short: "Print the public key of tickets, for gates",
		Args: cobra.NoArgs, Example: "  api tickets key > gate.pem",
		RunE: func(c *cobra.Command, _ []string) error {
			public, err := o.publicKey(c.Flags(), "")
			if err != nil {
				return err
			}
			text, err := ticket.PublicPEM(public)
			if err != nil {
				return err
			}
			if o.json {
				return printJSON(c.OutOrStdout(), map[string]string{"id": ticket.KeyID(public), "pem": string(text)})
			}
			_, err = c.OutOrStdout().Write(text)
			return err
		},
	}
}
