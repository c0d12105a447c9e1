package form

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Mailbox returns an e-mail address as the mailbox that it most likely is: in lower case and in plain letters, without
// invisible characters and without what follows a plus sign. It is for comparing and counting, never for mailing.
func Mailbox(email string) string {
	plain := strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(email))
	local, domain, _ := strings.Cut(strings.ToLower(strings.TrimSpace(plain)), "@")
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}
