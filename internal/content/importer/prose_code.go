package importer

import (
	"slices"
	"strings"
)

// codeIn returns a function that reports, roughly, whether a place of Markdown is code: in a fenced block, between back
// ticks, or on a line that is further in than what holds it by four columns.
func codeIn(text string) func(at int) bool {
	var fences [][2]int
	fence, begin, at := "", 0, 0
	for line := range strings.Lines(text) {
		mark := fenceOf(line)
		switch {
		case fence == "" && opensFence(line, mark) && !indentedCode(text[:at], line):
			fence, begin = mark, at
		case fence != "" && strings.HasPrefix(mark, fence) && strings.Trim(line, " \t\r\n>`~") == "":
			fences = append(fences, [2]int{begin, at + len(line)})
			fence = ""
		}
		at += len(line)
	}
	if fence != "" {
		fences = append(fences, [2]int{begin, len(text)})
	}
	return func(at int) bool {
		i, found := slices.BinarySearchFunc(fences, at, func(f [2]int, at int) int { return f[0] - at })
		if found || i > 0 && at < fences[i-1][1] {
			return true
		}
		start := strings.LastIndexByte(text[:at], '\n') + 1
		return strings.Count(text[start:at], "`")%2 == 1 || indentedCode(text[:start], text[start:at])
	}
}

// fenceOf returns the back ticks or tildes that a line begins with, behind its marks of lists and quotations, if they
// may open or close a block of code.
func fenceOf(line string) string {
	rest := strings.TrimLeft(line, " \t>")
	if m := item.FindString(rest); m != "" {
		rest = strings.TrimLeft(rest[len(m):], " \t")
	}
	for _, mark := range []string{"`", "~"} {
		if own := rest[:len(rest)-len(strings.TrimLeft(rest, mark))]; len(own) > 2 {
			return own
		}
	}
	return ""
}

// opensFence reports whether a line that begins with such marks opens a block of code; code within a line does not.
func opensFence(line, mark string) bool {
	return strings.HasPrefix(mark, "~") || mark != "" && strings.Count(line, "`") == len(mark)
}

// indentedCode reports whether a line is indented code. It gets the text above the line, and the line or its beginning.
// A blank line stands before indented code, and the code is indented by four columns more than the list item it is in.
func indentedCode(above, line string) bool {
	indent := width(indentOf(line))
	if indent < 4 {
		return false
	}
	own, least, parted := indent, indent, above == ""
	for lines := 0; above != "" && lines < 500; lines++ {
		above = strings.TrimSuffix(above, "\n")
		at := strings.LastIndexByte(above, '\n') + 1
		before := above[at:]
		above = above[:at]
		if strings.TrimSpace(before) == "" {
			parted = true
			continue
		}
		if own = width(indentOf(before)); own >= least {
			continue
		}
		if marker := item.FindString(before); marker != "" {
			return parted && indent >= width(marker)+4
		}
		if !parted {
			return false // a further line of a paragraph
		}
		if least = own; least == 0 {
			break
		}
	}
	return true
}
