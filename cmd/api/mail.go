package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"

	"github.com/spf13/cobra"

	"storefront/internal/core/fault"
	"storefront/internal/lib/termtable"
	"storefront/internal/shop/mail"
)

func mailCommand(o *operator) *cobra.Command {
	c := &cobra.Command{
		Use: "mail", Short: "Send mails again, and read those written to files if SMTP_HOST is not set",
		RunE: subcommandNeeded,
	}
	o.jsonFlag(c)
	list, show := o.mailList(), o.mailShow()
	settingFlags(list.Flags(), isMailSetting)
	settingFlags(show.Flags(), isMailSetting)
	c.AddCommand(list, show, o.mailResend())
	return c
}

// isMailSetting selects the settings that locate the files.
func isMailSetting(s *setting) bool { return s.name == "data" }

func (o *operator) mailList() *cobra.Command {
	var to string
	var limit int
	c := &cobra.Command{
		Use: "list", Short: "List mails, the latest first", Args: cobra.NoArgs,
		Example: "  api mail list --to amina@example.com",
		RunE: func(c *cobra.Command, _ []string) error {
			if _, err := o.load(c.Flags(), o.environ, isMailSetting); err != nil {
				return err
			}
			all, err := mail.List(o.dataPath(mailFolder))
			if err != nil {
				return err
			}
			var rows []mail.FolderMail
			for _, m := range all {
				if (to == "" || strings.EqualFold(m.To, to)) && len(rows) < limit {
					rows = append(rows, m)
				}
			}
			return printRows(o, c.OutOrStdout(), rows, "SENT TO SUBJECT NAME", func(m mail.FolderMail) []string {
				return []string{instant(m.SentAt), m.To, m.Subject, m.Name}
			})
		},
	}
	c.Flags().StringVar(&to, "to", "", "only those to an `address`")
	limitFlag(c, &limit, "the maximum `number` of mails")
	return c
}

// mailView is the text of a mail with the names of its attachments.
type mailView struct {
	From        string   `json:"from"`
	To          string   `json:"to"`
	Subject     string   `json:"subject"`
	Date        string   `json:"date"`
	Text        string   `json:"text"`
	Attachments []string `json:"attachments"`
}

func (o *operator) mailShow() *cobra.Command {
	var raw bool
	c := &cobra.Command{
		Use: "show NAME", Short: "Print the text of a mail", Args: cobra.ExactArgs(1),
		Example: "  api mail show \"$(api mail list --json --limit 1 | jq -r '.[0].name')\"",
		RunE: func(c *cobra.Command, args []string) error {
			if _, err := o.load(c.Flags(), o.environ, isMailSetting); err != nil {
				return err
			}
			data, err := mail.Read(o.dataPath(mailFolder), args[0])
			if fault.Is(err, fault.NotFound) {
				return fmt.Errorf("there is no mail %s in %s", args[0], o.dataPath(mailFolder))
			}
			if err != nil {
				return err
			}
			if raw {
				_, err := c.OutOrStdout().Write(data)
				return err
			}
			view, err := mailViewOf(data)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if o.json {
				return printJSON(c.OutOrStdout(), view)
			}
			return view.print(c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&raw, "raw", false, "print the whole file, with HTML and attachments")
	return c
}

func mailViewOf(data []byte) (mailView, error) {
	message, err := netmail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return mailView{}, err
	}
	var words mime.WordDecoder
	header := func(name string) string {
		text, err := words.DecodeHeader(message.Header.Get(name))
		if err != nil {
			return message.Header.Get(name)
		}
		return text
	}
	view := mailView{
		From: header("From"), To: header("To"), Subject: header("Subject"), Date: header("Date"),
		Attachments: []string{},
	}
	return view, view.read(message.Header.Get("Content-Type"), message.Header.Get("Content-Transfer-Encoding"),
		message.Body)
}

// read adds the plain text and the names of attachments of a part and its nested parts.
func (v *mailView) read(contentType, encoding string, body io.Reader) error {
	kind, parameters, err := mime.ParseMediaType(contentType)
	switch {
	case err != nil:
		return err
	case kind == "text/plain" && v.Text == "":
		switch strings.ToLower(encoding) {
		case "quoted-printable":
			body = quotedprintable.NewReader(body)
		case "base64":
			body = base64.NewDecoder(base64.StdEncoding, body)
		}
		text, err := io.ReadAll(body)
		v.Text = strings.ReplaceAll(string(text), "\r\n", "\n")
		return err
	case !strings.HasPrefix(kind, "multipart/"):
		return nil
	}
	for parts := multipart.NewReader(body, parameters["boundary"]); ; {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if name := part.FileName(); name != "" {
			v.Attachments = append(v.Attachments, name)
			continue
		}
		if err := v.read(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"),
			part); err != nil {
			return err
		}
	}
}

func (v *mailView) print(out io.Writer) error {
	var f factList
	f.add("From", v.From)
	f.add("To", v.To)
	f.add("Subject", v.Subject)
	f.add("Date", v.Date)
	f.add("Attached", strings.Join(v.Attachments, ", "))
	f.WriteByte('\n')
	for line := range strings.Lines(v.Text) {
		f.WriteString(termtable.Isolate(termtable.Printable(strings.TrimRight(line, "\r\n"))) + "\n")
	}
	_, err := f.WriteTo(out)
	return err
}
