package blog

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/osteele/liquid"
	"github.com/osteele/liquid/render"
	"github.com/osteele/tuesday"

	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/lib/lazyregexp"
)

// templates evaluates the Liquid of one post with the site's data. It limits loops, output and time.
type templates struct {
	*blog
	post        *post
	engine      *liquid.Engine
	vars        map[string]any // site, page, and assigned variables
	knownTags   map[string]bool
	readUnknown *bool  // an unavailable value was read
	failure     string // why the evaluation failed, for the report
	depth       int    // of includes
	loopTurns   int
	outputBytes int
	deadline    time.Time
}

const (
	maxLoopTurns    = 10_000
	maxOutputBytes  = maxPostBytes
	maxValueBytes   = 1 << 20 // of one value
	maxIncludeDepth = 20
	maxEvaluation   = 5 * time.Second
)

var (
	errTooMuch    = errors.New("the template loops too often or makes too much")
	errUnknown    = errors.New("the template needs an unknown value")
	errUnreadable = errors.New("the file to include cannot be read")
)

// controlTags are the tags that the library evaluates; blockTags of them end with a tag of their own.
var (
	blockTags   = []string{"if", "unless", "case", "for", "tablerow", "capture"}
	controlTags = append([]string{"elsif", "else", "when", "break", "continue", "cycle", "assign", "raw", "endraw",
		"comment", "endcomment", "include", "include_cached", "include_relative"}, blockTags...)
)

// templatesOf returns the evaluator of a post, which lives as long as the conversion of its prose.
func (j *jekyll) templatesOf(b *blog, p *post) *templates {
	if p.templates != nil {
		return p.templates
	}
	site := j.siteVariables(b)
	none := unavailable{j.readUnknown}
	t := &templates{blog: b, post: p, engine: liquid.NewEngine(), knownTags: map[string]bool{},
		readUnknown: j.readUnknown,
		vars:        map[string]any{"site": site, "page": pageVariables(p, none), "jekyll": jekyllVariables(none)},
		deadline:    time.Now().Add(maxEvaluation)}
	for _, tag := range controlTags {
		t.knownTags[tag], t.knownTags["end"+tag] = true, true
	}
	t.addTags()
	addFilters(t.engine)
	p.templates = t
	return t
}

// addTags registers Jekyll's includes, and the tags that enforce the limits.
func (t *templates) addTags() {
	t.engine.UnregisterTag("include")
	t.engine.UnregisterTag("render")
	for _, name := range []string{"include", "include_cached", "include_relative"} {
		t.engine.RegisterTag(name, t.include)
	}
	t.engine.RegisterTag("count_turn", func(c render.Context) (string, error) {
		t.loopTurns++
		n, err := strconv.Atoi(c.TagArgs())
		return "", errors.Join(err, t.countOutput(n))
	})
	t.engine.RegisterTag("keep_variables", func(c render.Context) (string, error) {
		if t.depth == 0 {
			maps.Copy(t.vars, c.Bindings())
		}
		return "", nil
	})
	t.engine.RegisterFilter("count_bytes", func(value any) (any, error) {
		return value, t.countOutput(len(fmt.Sprint(value)))
	})
}

// countOutput counts bytes of output and enforces the limits.
func (t *templates) countOutput(n int) error {
	t.outputBytes += n
	if t.outputBytes > maxOutputBytes || t.loopTurns > maxLoopTurns || time.Now().After(t.deadline) {
		return errTooMuch
	}
	return nil
}

// limitText returns text(), whose length is n, or errTooMuch if it is too long for one value.
func limitText(n int, text func() string) (string, error) {
	if n > maxValueBytes {
		return "", errTooMuch
	}
	return text(), nil
}

// wideDatePart matches a width in a date format that could produce an arbitrarily long text.
var wideDatePart = lazyregexp.New(`%[^a-zA-Z%]*\d{3}`)

// addFilters adds Jekyll's filters, and limits those of Liquid that lengthen a text.
func addFilters(e *liquid.Engine) {
	same := func(s string) string { return s }
	for _, name := range []string{"relative_url", "absolute_url", "markdownify", "smartify"} {
		e.RegisterFilter(name, same)
	}
	e.RegisterFilter("slugify", scaffold.Slug)
	e.RegisterFilter("normalize_whitespace", prose.SingleLine)
	for name, form := range map[string]string{"date_to_string": "%d %b %Y", "date_to_long_string": "%d %B %Y",
		"date_to_xmlschema": "%Y-%m-%dT%H:%M:%S%:z"} {
		e.RegisterFilter(name, func(at time.Time) (string, error) { return tuesday.Strftime(form, at) })
	}
	e.RegisterFilter("date", func(at time.Time, form func(string) string) (string, error) {
		f := form("%a, %b %d, %y")
		if wideDatePart.MatchString(f) || len(f) > 1000 {
			return "", errTooMuch
		}
		return tuesday.Strftime(f, at)
	})
	e.RegisterFilter("append", func(s, end string) (string, error) {
		return limitText(len(s)+len(end), func() string { return s + end })
	})
	e.RegisterFilter("prepend", func(s, begin string) (string, error) {
		return limitText(len(s)+len(begin), func() string { return begin + s })
	})
	e.RegisterFilter("replace", func(s, old, now string) (string, error) {
		n := strings.Count(s, old)
		return limitText(len(s)+n*len(now), func() string { return strings.ReplaceAll(s, old, now) })
	})
	e.RegisterFilter("join", func(all []any, between func(string) string) (string, error) {
		var parts []string
		n, by := 0, between(" ")
		for _, one := range all {
			if one != nil {
				parts = append(parts, fmt.Sprint(one))
				n += len(parts[len(parts)-1]) + len(by)
			}
		}
		return limitText(n, func() string { return strings.Join(parts, by) })
	})
	e.RegisterFilter("concat", func(a, b []any) ([]any, error) {
		if len(a)+len(b) > maxValueBytes {
			return nil, errTooMuch
		}
		return slices.Concat(a, b), nil
	})
	e.RegisterFilter("size", func(value any) int {
		if m, ok := value.(mapping); ok {
			return m.Len()
		} else if s, ok := value.(string); ok {
			return utf8.RuneCountInString(s)
		} else if v := reflect.ValueOf(value); v.Kind() == reflect.Slice {
			return v.Len()
		}
		return 0
	})
	for _, name := range []string{"json", "jsonify", "inspect", "type"} { // Ruby formats these differently
		e.RegisterFilter(name, func(any) (string, error) { return "", errUnknown })
	}
}

var (
	rawText         = lazyregexp.New(`(?s)\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}`)
	quotedString    = lazyregexp.New(`"(?:[^"\\]|\\.)*"|'[^']*'`)
	variableName    = lazyregexp.New(`(\.|\|\s*)?([\pL_][\pL\pN_-]*)(\s*:)?`)
	definedVariable = lazyregexp.New(`\{%-?\s*(?:assign|capture|for|tablerow)\s+([\pL_][\pL\pN_-]*)`)
	reservedNames   = []string{"and", "or", "in", "contains", "true", "false", "nil", "null", "reversed", "forloop",
		"include"}
)

// evaluate returns the output of a template. Its assignments are kept.
func (t *templates) evaluate(source string) (out string, err error) {
	*t.readUnknown, t.failure = false, ""
	out, err = t.render(source, t.vars)
	if err == nil && *t.readUnknown {
		err = errUnknown
	}
	return out, err
}

// render evaluates a template. Raw text keeps its tags, since the output is parsed once more.
func (t *templates) render(source string, vars map[string]any) (out string, err error) {
	defer func() {
		if failed := recover(); failed != nil { // the library panics on some errors
			err = fmt.Errorf("evaluate Liquid: %v", failed)
		}
	}()
	var kept []string
	source = rawText.ReplaceAllStringFunc(source, func(raw string) string {
		kept = append(kept, raw)
		return fmt.Sprintf("\x01%d\x02", len(kept)-1)
	})
	if source, err = t.prepare(source, vars); err != nil {
		return "", err
	}
	template, failed := t.engine.ParseString(source)
	if failed != nil {
		return "", fmt.Errorf("read Liquid: %w", failed)
	}
	var b bytes.Buffer
	if failed := template.FRender(&b, vars); failed != nil {
		return "", fmt.Errorf("evaluate Liquid: %w", failed)
	}
	out = b.String()
	for i, raw := range kept {
		out = strings.ReplaceAll(out, fmt.Sprintf("\x01%d\x02", i), raw)
	}
	return out, nil
}

// prepare adds the tags that enforce the limits, and rejects unknown variables.
func (t *templates) prepare(source string, vars map[string]any) (string, error) {
	own := map[string]bool{}
	for _, m := range definedVariable.FindAllStringSubmatch(source, -1) {
		own[m[1]] = true
	}
	turn, missing := strconv.Itoa(len(source)), false
	source = liquidPart.ReplaceAllStringFunc(source, func(m string) string {
		part, written, known := liquidPart.FindStringSubmatch(m), m, !missing
		tag, expression := part[1], part[2]
		switch {
		case tag == "":
			expression = part[3]
			m = strings.ReplaceAll(strings.TrimRight(strings.TrimSuffix(m, "}}"), "- "), "\n", " ") +
				" | count_bytes " + map[bool]string{true: "-}}", false: "}}"}[strings.HasSuffix(m, "-}}")]
		case tag == "for" || tag == "tablerow":
			trim := map[bool]string{true: "-"}[strings.HasSuffix(m, "-%}")]
			m += "{%" + trim + " count_turn " + turn + " " + trim + "%}"
		case !t.knownTags[tag]:
			t.knownTags[tag] = true
			t.engine.RegisterTag(tag, asWritten)
			return m
		case strings.HasPrefix(tag, "include") || strings.HasPrefix(tag, "end") || tag == "capture":
			return m
		}
		plain := quotedString.ReplaceAllString(expression, " ")
		if tag != "for" && strings.Contains(plain, "..") {
			missing = true // a range as a value would be expanded
		}
		for _, n := range variableName.FindAllStringSubmatch(strings.ReplaceAll(plain, "..", " "), -1) {
			if _, there := vars[n[2]]; n[1] == "" && n[3] == "" && !there && !own[n[2]] &&
				!slices.Contains(reservedNames, n[2]) {
				missing = true
			}
		}
		if known && missing {
			t.failure = cmp.Or(t.failure, written+" needs an unknown value")
		}
		return m
	})
	if missing {
		return "", errUnknown
	}
	return source + "{% keep_variables %}", nil
}

// asWritten outputs a tag unchanged; it is converted in the output.
func asWritten(c render.Context) (string, error) {
	arguments, err := c.ExpandTagArg()
	return "{% " + strings.TrimSpace(c.TagName()+" "+arguments) + " %}", err
}

var includeParameter = lazyregexp.New(`([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"']+)`)

// include evaluates the file that a tag includes: https://jekyllrb.com/docs/includes/.
func (t *templates) include(c render.Context) (string, error) {
	arguments, err := c.ExpandTagArg()
	if err != nil {
		return "", err
	}
	name := nameOfInclude(arguments)
	parameters, written := newMapping(), name
	for _, m := range includeParameter.FindAllStringSubmatch(arguments, -1) {
		value, err := c.EvaluateString(m[2])
		if err != nil {
			return "", err
		}
		parameters.set(m[1], value)
		if s, ok := value.(string); ok {
			written += fmt.Sprintf(` %s="%s"`, m[1], strings.ReplaceAll(s, `"`, "'"))
		}
	}
	if done := knownInclude(t.WordsOf(t.post.language), written); done != "" {
		return done, nil
	}
	source, err := t.readInclude(c.TagName(), name)
	if err != nil {
		t.failure = cmp.Or(t.failure, err.Error())
		return "", err
	}
	if t.depth++; t.depth > maxIncludeDepth {
		return "", errTooMuch
	}
	defer func() { t.depth-- }()
	if err := t.countOutput(len(source)); err != nil {
		return "", err
	}
	vars := maps.Clone(c.Bindings())
	vars["include"] = parameters
	out, err := t.render(source, vars)
	for _, form := range []*lazyregexp.Regexp{tocList, kramdownComment, prose.AttributeList} {
		out = form.ReplaceAllString(out, "")
	}
	return strings.TrimSpace(out), err
}

func nameOfInclude(arguments string) string { return strings.Trim(firstWord(arguments), `"'`) }

// readInclude reads the file that a tag includes.
func (t *templates) readInclude(tag, name string) (string, error) {
	folder := cmp.Or(t.config.Get("includes_dir").Text(), "_includes")
	if tag == "include_relative" {
		folder = path.Dir(t.post.file)
	}
	data, err := t.root.ReadFile(filepath.FromSlash(path.Join(folder, name)))
	if err != nil || !filepath.IsLocal(name) || len(data) > maxPostBytes || !utf8.Valid(data) {
		return "", errUnreadable
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n"), nil
}
