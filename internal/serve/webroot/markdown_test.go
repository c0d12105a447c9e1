package webroot_test

import "testing"

func TestPageIsMarkdownIfTheRequestPrefersIt(t *testing.T) {
	b := newBuilds(t)
	b.deployments(`[{"id":"wayfare","hosts":["localhost"],"languages":["en","ar"]}]`)
	b.publish("wayfare", map[string]string{
		"index.html": "<h1>Home</h1>", "index.md": "# Home\n", "about/index.html": "<h1>About</h1>",
		"about/index.md": "# About\n", "cart/index.html": "<h1>Cart</h1>", "404.html": "none",
	})
	_, server := b.serve()
	const markdown, html = "text/markdown; charset=utf-8", "text/html; charset=utf-8"
	for _, c := range []struct{ path, accept, want, body string }{
		{"/about", "text/markdown", markdown, "# About\n"},
		{"/", "text/markdown, text/html;q=0.9, */*;q=0.1", markdown, "# Home\n"},
		{"/about", "text/markdown, text/html, */*", markdown, "# About\n"},
		{"/about", "text/html, text/markdown;q=0.9", html, "<h1>About</h1>"},
		{"/about", "text/html, application/xhtml+xml, */*;q=0.8", html, "<h1>About</h1>"},
		{"/about", "*/*", html, "<h1>About</h1>"},
		{"/about", "", html, "<h1>About</h1>"},
		{"/about", "text/markdown;q=0", html, "<h1>About</h1>"},
		{"/cart", "text/markdown", html, "<h1>Cart</h1>"},
		{"/about/index.md", "text/html", markdown, "# About\n"},
	} {
		response, body := request(t, server, "GET", "localhost", c.path, "Accept", c.accept)
		if got := response.Header.Get("Content-Type"); got != c.want || body != c.body {
			t.Errorf("%s as %q: %s %q", c.path, c.accept, got, body)
		}
		if got := response.Header.Get("Vary"); got != "Accept, Accept-Encoding" {
			t.Errorf("%s: Vary is %q", c.path, got)
		}
	}
}
