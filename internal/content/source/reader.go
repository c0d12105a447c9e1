package source

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"syscall"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/core/plaintext"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/wholefile"
)

// Reader reads the files of one content folder.
type Reader struct {
	root string
	// Drafts is true if translations that are drafts are read like others. Otherwise they count as not written.
	Drafts bool
}

// NewReader returns a reader of the files below root.
func NewReader(root string) *Reader { return &Reader{root: root} }

var slugForm = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// openText reads a file; ok is false, and the reason reported, where it cannot be read or is no text.
func (r *Reader) openText(rel string, out *[]diag.Diagnostic) (*file, bool) {
	f := &file{path: filepath.Join(r.root, rel), out: out}
	data, err := wholefile.Read(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.report(1, 1, false, "this file is missing")
		return f, false
	case errors.Is(err, syscall.EISDIR):
		f.report(1, 1, false, "this is a folder; a file is expected here")
		return f, false
	case err != nil:
		f.report(1, 1, false, "%v", err)
		return f, false
	}
	return f, f.decodeText(data)
}

// decodeText converts a file's bytes to text. It returns false if they are not text.
func (f *file) decodeText(data []byte) bool {
	f.text = strings.TrimPrefix(string(data), "\uFEFF")
	if strings.Contains(f.text, "\r") {
		f.text = strings.ReplaceAll(f.text, "\r\n", "\n")
	}
	if line, col, why := plaintext.FindInvalid(f.text); line > 0 {
		f.report(line, col, false, "%s", why)
		return false
	}
	if line := mergeConflictLine(f.text); line > 0 {
		f.report(line, 1, false,
			"a conflict of Git begins here: keep what is right of both sides, and take its marks out")
		return false
	}
	return true
}

// mergeConflictLine returns the line at which the first conflict of Git begins that is in no block of code; 0 for none.
func mergeConflictLine(text string) int {
	if !strings.Contains(text, "<<<<<<< ") || !strings.Contains(text, "\n>>>>>>> ") {
		return 0
	}
	line, code := 0, false
	for l := range strings.SplitSeq(text, "\n") {
		line++
		if strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~") {
			code = !code
		} else if !code && strings.HasPrefix(l, "<<<<<<< ") {
			return line
		}
	}
	return 0
}

func (f *file) parse(src string, firstLine int) bool {
	root, err := yaml.Parse(src, firstLine)
	if err != nil {
		var at *yaml.Error
		errors.As(err, &at)
		f.report(at.Line, at.Col, false, "%s", at.Message)
		return false
	}
	f.root, f.mayHaveComments = root, strings.Contains(src, " #")
	return true
}

// readYAML reads a YAML file into a pointer to a struct, map or slice.
func (r *Reader) readYAML(rel string, into any, out *[]diag.Diagnostic) (*file, bool) {
	f, ok := r.openText(rel, out)
	if !ok || !f.parse(f.text, 1) {
		return f, false
	}
	v := reflect.ValueOf(into).Elem()
	if v.Kind() == reflect.Slice && f.root.Kind == yaml.Mapping && len(f.root.Pairs) == 0 {
		return f, true // an empty file is an empty list
	}
	if !f.hasKeys(v.Type()) {
		return f, false
	}
	(&decoder{file: f}).decode(f.root, v)
	return f, true
}

// hasKeys reports whether the file of a type that has keys has some, if it needs any. It reports a file without them as
// one mistake: each of its keys would be missing, and what other files say of them would be wrong.
func (f *file) hasKeys(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return true
	}
	required := structInfoOf(t).required
	switch {
	case f.root.Kind != yaml.Mapping:
		f.report(f.root.Line, f.root.Col, false, "keys with values%s are expected here, not %s", exampleOf(t),
			describeNode(f.root))
		return false
	case len(f.root.Pairs) == 0 && len(required) > 0:
		f.report(f.root.Line, f.root.Col, false, "this file is empty: it needs %s", strings.Join(required, ", "))
		return false
	}
	return true
}

// readMarkdown reads front matter into a pointer to a struct; the prose below it stays in the file.
func (r *Reader) readMarkdown(rel string, into any, forgiving bool, out *[]diag.Diagnostic) (*file, bool) {
	f, ok := r.openText(rel, out)
	if !ok {
		return f, false
	}
	front, ok := f.splitFrontMatter()
	if !ok || !f.parse(front, 2) {
		return f, false
	}
	v := reflect.ValueOf(into).Elem()
	if f.root.Kind != yaml.Mapping && !f.hasKeys(v.Type()) {
		return f, false
	}
	(&decoder{file: f, forgiving: forgiving}).decode(f.root, v)
	f.reportMisplacedKey(structInfoOf(v.Type()))
	return f, true
}

// splitFrontMatter parts front matter from prose.
func (f *file) splitFrontMatter() (front string, ok bool) {
	opening, rest, _ := strings.Cut(f.text, "\n")
	if !isFence(opening) {
		f.report(1, 1, false, "front matter is expected here: a line ---, keys, and a line ---")
		return "", false
	}
	for at := 0; ; {
		line, _, more := strings.Cut(rest[at:], "\n")
		if isFence(line) {
			front = rest[:at]
			f.body, f.line = strings.TrimPrefix(rest[at+len(line):], "\n"), 3+strings.Count(front, "\n")
			return front, true
		}
		if !more {
			f.report(1, 1, false, "the front matter that begins here has no closing line ---")
			return "", false
		}
		at += len(line) + 1
	}
}

// isFence reports whether a line begins or ends front matter. Editors do not see the white space after it.
func isFence(line string) bool { return strings.TrimRight(line, " \t") == "---" }

func (f *file) prose() catalog.Prose {
	return catalog.Prose{Source: f.body, File: f.path, Line: f.line}
}

// listFolders lists the slugs below a folder of content; names that are no slugs are reported.
func (r *Reader) listFolders(rel string, out *[]diag.Diagnostic) []string {
	entries, err := os.ReadDir(filepath.Join(r.root, rel))
	if err != nil {
		return nil
	}
	var slugs []string
	for _, e := range entries {
		if catalog.IsHidden(e.Name()) || !e.IsDir() && !isLinkedFolder(filepath.Join(r.root, rel), e) {
			continue
		}
		if !slugForm.MatchString(e.Name()) {
			f := &file{path: filepath.Join(r.root, rel, e.Name()), out: out}
			f.report(1, 1, false, "the folder's name is not a slug: lower-case a-z, 0-9 and single hyphens")
			continue
		}
		slugs = append(slugs, e.Name())
	}
	return slugs
}

// isLinkedFolder reports whether an entry of a folder is a link to a folder.
func isLinkedFolder(dir string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && info.IsDir()
}

// listIDs lists the names of the YAML files below a folder, without their ending.
func (r *Reader) listIDs(rel string, out *[]diag.Diagnostic) []string {
	matches, _ := filepath.Glob(filepath.Join(r.root, rel, "*.yaml"))
	sort.Strings(matches)
	var ids []string
	for _, m := range matches {
		id := strings.TrimSuffix(filepath.Base(m), ".yaml")
		if catalog.IsHidden(filepath.Base(m)) {
			continue
		}
		if !slugForm.MatchString(id) {
			f := &file{path: m, out: out}
			f.report(1, 1, false, "the file's name is not a slug: lower-case a-z, 0-9 and single hyphens")
			continue
		}
		ids = append(ids, id)
	}
	return ids
}

// path returns the path of a file of content.
func (r *Reader) path(rel string) string { return filepath.Join(r.root, rel) }

// exists reports whether there is a file below the content folder.
func (r *Reader) exists(rel string) bool {
	info, err := os.Stat(filepath.Join(r.root, rel))
	return err == nil && !info.IsDir()
}

// contentText is the text of some content in one language.
type contentText[T any] interface {
	*T
	SetBody(catalog.Prose)
	IsDraft() bool
}

// readTexts reads the language files of one folder by language. A needed one that is missing is a mistake, and so is a
// folder without any. The caller removes drafts after its checks, with removeDrafts.
func readTexts[T any, P contentText[T]](r *Reader, languages, needed []string, folder string,
	out *[]diag.Diagnostic) (map[string]*T, map[string]*file) {
	all, files := map[string]*T{}, map[string]*file{}
	written := false
	for _, language := range languages {
		rel := filepath.Join(folder, language+".md")
		if !r.exists(rel) {
			if slices.Contains(needed, language) {
				f := &file{path: filepath.Join(r.root, rel), out: out}
				f.report(1, 1, false, "the translation into %q is missing", language)
			}
			continue
		}
		written = true
		t := new(T)
		f, ok := r.readMarkdown(rel, t, false, out)
		if !ok {
			continue
		}
		P(t).SetBody(f.prose())
		if P(t).IsDraft() && !r.Drafts && slices.Contains(needed, language) {
			f.errorAt([]any{"draft"}, "a storefront needs this text in %q, and its translation is a draft", language)
		}
		all[language], files[language] = t, f
	}
	if !written && len(needed) == 0 && len(languages) > 0 {
		f := &file{path: filepath.Join(r.root, folder), out: out}
		f.report(1, 1, false, "this has no text: it needs %s.md", strings.Join(languages, ".md or "))
	}
	return all, files
}

// removeDrafts removes the texts that are not shown yet.
func removeDrafts[T any, P contentText[T]](r *Reader, texts map[string]*T) {
	maps.DeleteFunc(texts, func(_ string, t *T) bool { return P(t).IsDraft() && !r.Drafts })
}
