package mail_test

import (
	"regexp"
	"strings"
	"testing"

	"storefront/internal/shop/mail"
)

// Mail programs take an invisible character after an address for a part of it, and shells one in a command.
func TestURLsAndCommandsInMailsCanBeCopied(t *testing.T) {
	forEachScene(t, func(t *testing.T, _ *scene, _ string, w *mail.RenderedLetter) {
		for line := range strings.SplitSeq(w.Text, "\n") {
			if link := webAddress.FindString(line); strings.ContainsAny(link, "\u2066\u2067\u2068\u2069") {
				t.Errorf("an address has invisible characters: %q", line)
			}
			if command, ok := strings.CutPrefix(line, "* "); ok && strings.Contains(command, "api ") &&
				!shellCommand.MatchString(command) {
				t.Errorf("a command cannot be pasted: %q", line)
			}
		}
	})
}

var (
	webAddress   = regexp.MustCompile(`https?://\S+`)
	shellCommand = regexp.MustCompile(`^api [\w /:|.-]+$`)
	links        = regexp.MustCompile(`(?s)<a .*?</a>`)
)

// The note about the button repeats its address for programs that show no button.
func TestEveryURLInHTMLIsALink(t *testing.T) {
	forEachScene(t, func(t *testing.T, _ *scene, _ string, w *mail.RenderedLetter) {
		seen := tags.ReplaceAllString(links.ReplaceAllString(unseen.ReplaceAllString(w.HTML, " "), " "), " ")
		for _, address := range webAddress.FindAllString(seen, -1) {
			t.Errorf("%s cannot be opened by a click", address)
		}
	})
}
