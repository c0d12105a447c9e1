package prose

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// AttributeList matches an attribute list of kramdown, such as {: .note #part}.
var AttributeList = lazyregexp.New(`(?m)\{:[^}\n]*(?:\n[^}\n]*=["'][^}\n]*)?\}`)

const nameOfID = `\s(?:[^<>]*\s)?(?:id|name)\s*=\s*["']?([\pL\pN_:.-]+)["']?[^<>]*>`

var (
	HeadingLine  = lazyregexp.New(`(?m)^ {0,3}#{1,6}[ \t]+\S.*$`)
	headingHTML  = lazyregexp.New(`(?is)((?:<a` + nameOfID + `\s*</a>\s*)?)<h[1-6]\b([^>]*)>(.*?)</h[1-6]\s*>`)
	anchorTag    = lazyregexp.New(`(?i)<(?:a|span)` + nameOfID)
	anchorBefore = lazyregexp.New(`(?i)<(?:a|span)` + nameOfID + `[ \t]*</(?:a|span)>(?:[ \t]*</p>)?\s*$`)
	ownID        = lazyregexp.New(`\{[^{}]*\}[ \t#]*$`)
	anyID        = lazyregexp.New(`(?i)<[a-z][a-z0-9]*` + nameOfID)
	listID       = lazyregexp.New(`^\{:[^}]*#([\pL\pN_:.-]+)`)
	validID      = lazyregexp.New(`^[\pL\pN_:.-]+$`)
)

// protectHeadingIDs keeps the ids of HTML headings: their own, or those of anchors in or before them.
func (k *placeholders) protectHeadingIDs(text string) string {
	return headingHTML.ReplaceAllStringFunc(text, func(heading string) string {
		m := headingHTML.FindStringSubmatch(heading)
		id := ParseAttributes(m[3])["id"]
		if anchor := anchorTag.FindStringSubmatch(m[1] + m[4]); id == "" && anchor != nil {
			id = anchor[1]
		}
		end := strings.LastIndex(heading, "</")
		if !validID.MatchString(id) || strings.TrimSpace(Tag.ReplaceAllString(m[4], "")) == "" {
			return heading
		}
		return heading[:end] + " " + k.add("{#"+id+"}") + heading[end:]
	})
}

// AddHeadingIDs adds to Markdown headings the ids of anchors in them or directly before them, and of attribute lists.
func AddHeadingIDs(text string) *Edits {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range AttributeList.FindAllStringIndex(text, -1) {
		if !inCode(m[0]) {
			e.AddAttributeID(m[0], m[1])
		}
	}
	for _, m := range HeadingLine.FindAllStringIndex(text, -1) {
		if inCode(m[0]) {
			continue
		}
		line, above := text[m[0]:m[1]], text[max(0, m[0]-300):m[0]]
		before, inner := anchorBefore.FindStringSubmatchIndex(above), anchorTag.FindStringSubmatchIndex(line)
		id := ""
		switch {
		case ownID.MatchString(line) || e.Covers(m[1]):
			continue
		case inner != nil:
			id = line[inner[2]:inner[3]]
			e.Replace(m[0]+inner[0], m[0]+inner[1], "")
		case before != nil:
			id = above[before[2]:before[3]]
			start := m[0] - len(above) + before[0]
			e.Replace(start, start+len(strings.TrimRight(above[before[0]:], " \t\n")), "\n")
		default:
			continue
		}
		end := m[0] + len(strings.TrimRight(line, " \t\r#"))
		e.Replace(end, m[1], " {#"+id+"}")
	}
	return e
}

// AddAttributeID adds the id of an attribute list to the heading before or above it, and reports whether there is one.
func (e *Edits) AddAttributeID(from, to int) bool {
	id := listID.FindStringSubmatch(e.Text[from:to])
	if id == nil {
		return false
	}
	start := strings.LastIndexByte(e.Text[:from], '\n') + 1
	if line := e.Text[start:from]; HeadingLine.MatchString(line + "x") {
		e.Replace(start+len(strings.TrimRight(line, " \t#")), to, " {#"+id[1]+"}")
		return true
	} else if strings.TrimSpace(line) != "" || start == 0 {
		return false
	}
	end := start - 1
	above := e.Text[strings.LastIndexByte(e.Text[:end], '\n')+1 : end]
	if under := strings.TrimSpace(above); under != "" && (strings.Trim(under, "-") == "" ||
		strings.Trim(under, "=") == "") && end > len(above) {
		end -= len(above) + 1
		above = "# " + e.Text[strings.LastIndexByte(e.Text[:end], '\n')+1:end]
	}
	if !HeadingLine.MatchString(above) || ownID.MatchString(above) {
		return false
	}
	e.Replace(end, end, " {#"+id[1]+"}")
	e.Remove(from, to)
	return true
}

// idPosition is the offset of an id.
type idPosition struct {
	at int
	id string
}

// HeadingOfIDs maps the ids of other elements to the ids of the headings above them, "" if there is none. The id of an
// HTML heading maps to itself.
func HeadingOfIDs(text string) map[string]string {
	var headings []idPosition
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering && h.Lines().Len() > 0 {
			id, _ := h.AttributeString("id")
			own, _ := id.([]byte)
			headings = append(headings, idPosition{h.Lines().At(0).Start, string(own)})
		}
		return ast.WalkContinue, nil
	})
	all := map[string]string{}
	for _, m := range headingHTML.FindAllStringSubmatchIndex(text, -1) {
		id := ParseAttributes(text[m[6]:m[7]])["id"]
		if inner := anchorTag.FindStringSubmatch(text[m[2]:m[3]] + text[m[8]:m[9]]); inner != nil {
			id = cmp.Or(id, inner[1])
			all[inner[1]] = id
		}
		if id != "" {
			all[id] = id
			headings = append(headings, idPosition{m[0], id})
		}
	}
	slices.SortStableFunc(headings, func(a, b idPosition) int { return a.at - b.at })
	var others []idPosition
	for _, m := range anyID.FindAllStringSubmatchIndex(text, -1) {
		others = append(others, idPosition{m[0], text[m[2]:m[3]]})
	}
	for _, m := range AttributeList.FindAllStringIndex(text, -1) {
		if id := listID.FindStringSubmatch(text[m[0]:m[1]]); id != nil {
			others = append(others, idPosition{m[0], id[1]})
		}
	}
	slices.SortStableFunc(others, func(a, b idPosition) int { return a.at - b.at })
	next, above := 0, ""
	for _, other := range others {
		for ; next < len(headings) && headings[next].at <= other.at; next++ {
			above = headings[next].id
		}
		if _, known := all[other.id]; !known {
			all[other.id] = above
		}
	}
	return all
}

// HeadingOfNumberedIDs maps the numbered ids that tools give headings with equal text to the ids of these headings
// here.
func HeadingOfNumberedIDs(text string) map[string]string {
	times, firsts, all := map[string]int{}, map[string]string{}, map[string]string{}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering || h.Lines().Len() == 0 {
			return ast.WalkContinue, nil
		}
		line := h.Lines().At(0)
		words := strings.ToLower(strings.TrimSpace(text[line.Start:line.Stop]))
		made, _ := h.AttributeString("id")
		id, _ := made.([]byte)
		switch {
		case ownID.MatchString(LineAt(text, line.Start)):
			words = "#" + string(id)
			firsts[words] = string(id)
		case times[words] == 0:
			firsts[words] = string(id)
		default:
			all[firsts[words]+"-"+strconv.Itoa(times[words])] = string(id)
		}
		times[words]++
		return ast.WalkContinue, nil
	})
	for _, id := range firsts {
		delete(all, id)
	}
	return all
}
