package publish_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/contenttest"
)

func TestAReviewThatLooksLikeALinkStaysTextAndStopsNothing(t *testing.T) {
	for name, text := range map[string]string{
		"not closed":       `Go <a href="/nowhere"> there`,
		"without a quote":  `Go <a href="/nowhere there`,
		"closed later":     `Go <a href="/nowhere">here</a> or <a href="/faq">there</a>`,
		"a page that is":   `See <a href="/faq">the questions</a>`,
		"a product's link": `See <a href="product:walk">`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, contenttest.Copy(t))
			line, err := json.Marshal(map[string]any{
				"id": "a1", "deployment": "wayfare", "product": "dunes", "author": "Amina", "rating": 4, "date": "2026-11-05",
				"language": "en", "title": "A title", "text": text,
			})
			if err != nil {
				t.Fatal(err)
			}
			p.options.Reviews = filepath.Join(t.TempDir(), "export.jsonl")
			if err := os.WriteFile(p.options.Reviews, line, 0o600); err != nil {
				t.Fatal(err)
			}
			p.build()
			var page struct {
				Product struct {
					Overview string
					Reviews  []struct{ Text string }
				}
			}
			if err := json.Unmarshal([]byte(p.read("things-to-do-in-dubai/dunes/_payload.json")), &page); err != nil {
				t.Fatal(err)
			}
			if len(page.Product.Reviews) != 2 || page.Product.Reviews[0].Text != text || page.Product.Reviews[1].Text != "Worth it." {
				t.Errorf("the reviews are %+v", page.Product.Reviews)
			}
			if !strings.Contains(page.Product.Overview, `<a href="/things-to-do-in-dubai/walk">`) {
				t.Errorf("the overview's link is not resolved: %s", page.Product.Overview)
			}
		})
	}
}
