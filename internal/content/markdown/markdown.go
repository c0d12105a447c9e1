// Package markdown turns editors' prose into HTML that is safe to show: no raw HTML, no scripts, headings with ids in
// any script. Links to other pages keep the form that editors wrote ("/blog", "product:slug"); their addresses depend
// on the deployment, so package pages resolves them.
package markdown

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/lazyregexp"
)

// Link is an address in prose, with its place.
type Link struct {
	To   string
	Line int
	// IsEmbed is true for a product that a part shows, at a column, which is not a link.
	IsEmbed bool
	Col     int
}

// IsAbsolute reports whether the link is a whole address, with its host.
func (l *Link) IsAbsolute() bool {
	return strings.HasPrefix(l.To, "http://") || strings.HasPrefix(l.To, "https://")
}

// Remark is a mistake or a warning about prose.
type Remark struct {
	Line    int
	Col     int // 0 if it is unknown
	Message string
	// Picture is the name of an unknown picture.
	Picture string
	// Error is true if the prose cannot be published.
	Error bool
}

// Document is rendered prose.
type Document struct {
	HTML          string
	Links         []Link   // to pages of the site and to parts of this one, in order
	HeadingIDs    []string // the ids of its headings
	Blocks        []Block  // the blocks of its markers, in order
	ExternalLinks []Link   // over HTTP to other hosts, in order
	Remarks       []Remark // raw HTML, dangerous addresses and missing pictures, which are left out
}

// AllLinks returns the links to pages of the site and those to other hosts.
func (d *Document) AllLinks() []Link { return slices.Concat(d.Links, d.ExternalLinks) }

var (
	engine = newEngine(extension.GFM)
	// GFM without bare addresses
	engineWithoutAutolinks = newEngine(extension.Table, extension.Strikethrough, extension.TaskList)
)

func newEngine(extensions ...goldmark.Extender) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(append(extensions, extension.Footnote, extension.DefinitionList)...),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute(), partOption),
		goldmark.WithRendererOptions(rendererOption),
	)
}

// parserFor returns the parser for prose. Looking for a bare address at each word takes half of the time, so prose
// that cannot have one goes without.
func parserFor(prose []byte) parser.Parser {
	if bytes.IndexByte(prose, '@') >= 0 || bytes.Contains(prose, []byte("://")) ||
		bytes.Contains(prose, []byte("www.")) {
		return engine.Parser()
	}
	return engineWithoutAutolinks.Parser()
}

// Picture is a picture as prose shows it. A Width of 0 is unknown.
type Picture struct {
	Src           string
	Width, Height int
	Alt           string
	Lang          string // of Alt, where it is another than the page's
}

// Render returns the HTML of prose, whose headings begin at level 2. picture returns a file of content/media, or nil.
func Render(p catalog.Prose, picture func(name string) *Picture) Document {
	return render(p, picture, false)
}

// RenderPage is Render for prose that is a page of its own, which may hold blocks.
func RenderPage(p catalog.Prose, picture func(name string) *Picture) Document {
	return render(p, picture, true)
}

func render(p catalog.Prose, picture func(name string) *Picture, isPage bool) Document {
	source := []byte(p.Source)
	root := Parse(source)
	w := &walker{source: source, firstLine: p.Line, picture: picture, isPage: isPage,
		rightToLeft: isRightToLeft(source)}
	w.walk(root)
	w.warnUnclosedBold()
	w.fillTablesOfContents()
	var html buffer
	html.Grow(len(source) * 5 / 4) // what tags take of prose, mostly
	if err := engine.Renderer().Render(&html, source, root); err != nil {
		w.addRemark(root, err.Error())
	}
	w.doc.HTML = strings.TrimSpace(html.String())
	if strings.Contains(w.doc.HTML, ` title="`) {
		w.doc.HTML = pictureParagraph.ReplaceAllStringFunc(w.doc.HTML, addCaptions)
	}
	if strings.Contains(w.doc.HTML, "<table>") || strings.Contains(w.doc.HTML, "<pre>") {
		w.doc.HTML = scrollable.Replace(w.doc.HTML)
	}
	return w.doc
}

// buffer is a bytes.Buffer that goldmark writes to without a buffer of its own.
type buffer struct{ bytes.Buffer }

func (b *buffer) Buffered() int { return 0 }
func (b *buffer) Flush() error  { return nil }

// firstCJK is before all characters of Chinese and Japanese.
const firstCJK = '\u2e80'

// CountWords counts the words of prose without making a list, which would be as large as the prose. Two letters of
// Chinese or Japanese, which has no spaces, are one.
func CountWords(text string) int {
	n, letters := 0, 0
	for field := range strings.FieldsSeq(text) {
		before, others := letters, false
		for _, r := range field {
			if r >= firstCJK && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				letters++
			} else {
				others = others || unicode.IsLetter(r) || unicode.IsDigit(r)
			}
		}
		if others || letters == before {
			n++
		}
	}
	return n + letters/2
}

// scrollable lets tables and code be scrolled sideways, by keyboard too.
var scrollable = strings.NewReplacer("<table>", `<div class="table" tabindex="0"><table>`, "</table>", "</table></div>",
	"<pre>", `<pre tabindex="0">`)

var (
	pictureParagraph = lazyregexp.New(`<p>(?:<img [^>]*>\s*)+</p>`) // in their paragraph
	pictureTag       = lazyregexp.New(`<img [^>]*>`)
	titledPicture    = lazyregexp.New(`^(.*?) title="([^"]*)"(.*)$`)
)

// addCaptions makes titles captions in a paragraph of pictures alone. Each picture is then shown by itself.
func addCaptions(paragraph string) string {
	if !strings.Contains(paragraph, ` title="`) {
		return paragraph
	}
	var out strings.Builder
	for _, p := range pictureTag.FindAllString(paragraph, -1) {
		if m := titledPicture.FindStringSubmatch(p); m != nil {
			out.WriteString("<figure>" + m[1] + m[3] + "<figcaption>" + m[2] + "</figcaption></figure>")
		} else {
			out.WriteString("<p>" + p + "</p>")
		}
	}
	return out.String()
}

// MayHavePictures reports whether prose has the mark of a picture: Markdown's own, or a part's.
func MayHavePictures(p catalog.Prose) bool {
	return strings.Contains(p.Source, "![") || strings.Contains(p.Source, "::")
}

// Parse parses prose as Render does, without rendering it. Headings have the ids that Render gives them.
func Parse(prose []byte) ast.Node {
	context := parser.NewContext(parser.WithIDs(&headingIDs{source: prose, used: map[string]bool{}}))
	return parserFor(prose).Parse(text.NewReader(prose), parser.WithContext(context))
}

type walker struct {
	source           []byte
	firstLine        int
	picture          func(string) *Picture
	isPage           bool // the prose is a page
	doc              Document
	headings         []Heading
	unclosedBold     []int // where bold text begins that may have no end
	hasNoteAsterisks bool  // asterisks follow a word
	reportedBoldEnd  int   // where the last of the bold texts ends that visitors read with its asterisks
	lineTags         removedTags
	reportedLinkEnd  int // where the last of the links ends that warnFullWidthLinks reports
	// rightToLeft: telephone numbers are isolated.
	rightToLeft bool
}

// walk records links and removes content that may not reach a page.
func (w *walker) walk(n ast.Node) {
	for child := n.FirstChild(); child != nil; {
		next := child.NextSibling()
		switch c := child.(type) {
		case *ast.RawHTML:
			w.reportRemovedTag(c)
			n.RemoveChild(n, child)
		case *ast.HTMLBlock:
			w.addRemark(c, w.removedBlockMessage(c))
			n.RemoveChild(n, child)
		case *ast.Heading:
			c.Level = min(max(c.Level, 2), 6)
			id := keepOnlyID(c)
			w.doc.HeadingIDs = append(w.doc.HeadingIDs, id)
			w.headings = append(w.headings, Heading{id, plainText(c, w.source), c.Level})
			w.warnDraftLines(c)
			w.walk(c)
		case *ast.Paragraph:
			w.warnDraftLines(c)
			w.warnNearHeadings(c)
			w.warnNearLists(c)
			w.walk(c)
		case *ast.Text:
			w.warnForeignMarkup(c)
			w.warnUnparsedSigns(c)
			if w.rightToLeft {
				isolatePhones(n, c, w.source)
			}
		case *ast.CodeSpan: // as it is written
		case *partNode:
			w.processPart(n, c)
		case *ast.Link:
			w.walk(c)
			if !w.link(c) {
				unwrap(n, c)
			}
		case *ast.AutoLink:
			if !isSafeURL(string(c.URL(w.source))) && c.AutoLinkType != ast.AutoLinkEmail {
				w.addRemark(c, "pages must not link to this address; its text stays")
				n.ReplaceChild(n, c, ast.NewString(c.Label(w.source)))
			} else {
				w.addExternalLink(c, string(c.URL(w.source)))
			}
		case *ast.Image:
			w.image(n, c)
		case *extast.TaskCheckBox:
			// A checkbox without a label has no accessible name.
			n.ReplaceChild(n, c, ast.NewString([]byte(map[bool]string{true: "☑ ", false: "☐ "}[c.IsChecked])))
		default:
			w.walk(c)
		}
		child = next
	}
}

// unwrap replaces a node by its children.
func unwrap(parent, n ast.Node) {
	for child := n.FirstChild(); child != nil; child = n.FirstChild() {
		parent.InsertBefore(parent, n, child)
	}
	parent.RemoveChild(parent, n)
}

// link records the target of a link; it returns false if no page may link to it, so that only its words stay.
func (w *walker) link(l *ast.Link) bool {
	to := string(l.Destination)
	switch {
	case strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//"), strings.HasPrefix(to, "product:"),
		strings.HasPrefix(to, "#"):
		w.doc.Links = append(w.doc.Links, Link{To: to, Line: w.lineOfNode(l)})
	case !isSafeURL(to):
		if to == "" {
			w.addRemark(l, "this link has no address and is left out; its text stays")
			return false
		}
		w.addRemarkOn(l, to, Remark{
			Message: "pages must not link to this address; it is left out: " + to + addressHint(to)})
		return false
	default:
		l.SetAttributeString("rel", []byte("noopener"))
		w.addExternalLink(l, to)
	}
	return true
}

// addressHint is a hint for an address without its beginning, as of a page of the site or of another host.
func addressHint(to string) string {
	switch path, _, _ := strings.Cut(to, "/"); {
	case to == "" || strings.Contains(path, ":") || strings.ContainsAny(to[:1], "/?"):
		return ""
	case strings.HasPrefix(to, "www."):
		return "; https:// is missing"
	case strings.Contains(path, "@"):
		return "; mailto: is missing"
	case strings.Trim(path, "+0123456789.-") == "":
		return "; tel: is missing"
	}
	return "; links within the site begin with /, as /about"
}

// localhostURL matches addresses under which everyone's own machine answers, as that of generate server.
var localhostURL = lazyregexp.New(`(?i)^https?://(?:[^/?#@]*@)?` +
	`(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?:[:/?#]|$)`)

func (w *walker) addExternalLink(n ast.Node, to string) {
	if link := (Link{To: to, Line: w.lineOfNode(n)}); link.IsAbsolute() {
		w.doc.ExternalLinks = append(w.doc.ExternalLinks, link)
		if localhostURL.MatchString(to) {
			w.addRemarkOn(n, to, Remark{Message: to +
				" is an address of the reader's own machine, where visitors have " +
				"no such page; links within the site begin with /, as /about"})
		}
	}
}

// isSafeURL reports whether prose may link to an address.
func isSafeURL(to string) bool {
	lower := strings.ToLower(to)
	for _, scheme := range []string{"https://", "http://", "mailto:", "tel:"} {
		if strings.HasPrefix(lower, scheme) {
			return true
		}
	}
	return false
}

// UnknownPictureMessage returns the message about the name of an unknown picture.
func UnknownPictureMessage(name string) string {
	if strings.EqualFold(path.Ext(name), ".svg") {
		return name + " is not a picture: drawings are for logos only, and pictures are WebP, JPEG or PNG"
	}
	hint := ""
	switch file := path.Base(strings.ReplaceAll(name, `\`, "/")); {
	case strings.HasSuffix(name, ","):
		return "there is no picture " + strconv.Quote(name) + " in media; spaces separate pictures, not commas"
	case strings.HasPrefix(name, "https://"):
		hint = "; one of another host has its alt text in media/<language>.yaml, and its host in pictureHosts"
	case file != name:
		hint = "; its name there is " + file
	}
	return "there is no picture " + name + " in media" + hint
}

func (w *walker) image(parent ast.Node, i *ast.Image) {
	name := string(i.Destination)
	p := w.picture(name)
	if p == nil {
		w.addRemarkOn(i, name, Remark{Error: true, Message: UnknownPictureMessage(name), Picture: name})
		parent.RemoveChild(parent, i)
		return
	}
	i.Destination = []byte(p.Src)
	if p.Width > 0 {
		i.SetAttributeString("width", strconv.Itoa(p.Width))
		i.SetAttributeString("height", strconv.Itoa(p.Height))
	}
	i.SetAttributeString("loading", []byte("lazy"))
	if i.ChildCount() == 0 && p.Alt != "" {
		i.AppendChild(i, ast.NewString([]byte(p.Alt)))
	}
}
