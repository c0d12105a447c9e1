package importer

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

// Memory is the folder of content with every file as it was last imported, by source and by the source's identifier. An
// update compares with it to find editors' changes. It is committed with the content.
const Memory = ".imported"

// earlierImports is what content has of earlier imports.
type earlierImports struct {
	products   map[string][]existingProduct // by sourceId
	SourceIDs  map[string]string            // of products, by slug
	PostSlugs  map[string]string            // by former address
	DraftPosts map[string]bool              // by slug
	SeenKeys   map[string]bool              // memory keys that the source still has
}

// existingProduct is a product of content.
type existingProduct struct{ slug, supplier string }

// readEarlier reads them for an update.
func (j *Job) readEarlier() error {
	j.Earlier = earlierImports{products: map[string][]existingProduct{}, SourceIDs: map[string]string{},
		PostSlugs: map[string]string{}, DraftPosts: map[string]bool{}, SeenKeys: map[string]bool{}}
	if j.Source != "" && !scaffold.IsSlug(j.Source) {
		return fmt.Errorf("--source %q is not a name of lower-case a-z, 0-9 and single hyphens", j.Source)
	}
	if !j.Update {
		return nil
	}
	products, _ := filepath.Glob(filepath.Join(j.Content, "products", "*", "product.yaml"))
	for _, file := range products {
		n, _, err := ReadKeys(file)
		if err != nil {
			continue // the check reports it
		}
		if id := n.Get("sourceId"); id != nil {
			of := existingProduct{slug: filepath.Base(filepath.Dir(file))}
			if supplier := n.Get("supplier"); supplier != nil {
				of.supplier = supplier.Value
			}
			j.Earlier.SourceIDs[of.slug] = id.Value
			j.Earlier.products[id.Value] = append(j.Earlier.products[id.Value], of)
		}
	}
	posts, _ := filepath.Glob(filepath.Join(j.Content, "blog", "*", "*.md"))
	for _, file := range posts {
		n, _, err := ReadKeys(file)
		if err != nil {
			continue
		}
		slug := filepath.Base(filepath.Dir(file))
		j.Earlier.PostSlugs["/blog/"+slug] = slug
		j.Earlier.DraftPosts[slug] = j.Earlier.DraftPosts[slug] || n.Get("draft").Text() == "true"
		if aliases := n.Get("aliases"); aliases != nil {
			for _, a := range aliases.Items {
				j.Earlier.PostSlugs[strings.TrimSuffix(a.Value, "/")] = slug
			}
		}
	}
	return nil
}

// ReadKeys reads the YAML or the front matter of a file of content, and its prose.
func ReadKeys(file string) (keys *yaml.Node, text string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	front, _, _ := splitFile(file, string(data))
	keys, err = yaml.Parse(front, 1)
	return keys, string(data), err
}

// splitFile splits a file of content into its YAML and its prose; before and rest are the text around the YAML.
func splitFile(file, text string) (front, before, rest string) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, byteOrderMark), "\r\n", "\n")
	if path.Ext(file) != ".md" {
		return text, "", ""
	}
	front, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", "", text
	}
	if strings.HasPrefix(front, "---\n") {
		return "", "---\n", front
	}
	if at := strings.Index(front, "\n---\n"); at >= 0 {
		return front[:at+1], "---\n", front[at+1:]
	}
	return strings.TrimSuffix(front, "---"), "---\n", "---\n"
}

const byteOrderMark = "\uFEFF"

// restoreForm returns the new text of a file, which splitFile has normalised, with the byte-order mark and the line
// ends of the old one. In a file with both kinds of line ends, an unchanged line keeps its own, and a new one has that
// of most lines.
func restoreForm(text, old string) string {
	old, hasMark := strings.CutPrefix(old, byteOrderMark)
	var out strings.Builder
	if hasMark {
		out.WriteString(byteOrderMark)
	}
	usual, ends := "\n", map[string][]string{} // ends of the old lines, by their text
	if crlf := strings.Count(old, "\r\n"); crlf > strings.Count(old, "\n")-crlf {
		usual = "\r\n"
	}
	for line := range strings.Lines(old) {
		if words, isCRLF := strings.CutSuffix(line, "\r\n"); isCRLF {
			ends[words] = append(ends[words], "\r\n")
		} else if words, isLF := strings.CutSuffix(line, "\n"); isLF {
			ends[words] = append(ends[words], "\n")
		}
	}
	for line := range strings.Lines(text) {
		words, hasEnd := strings.CutSuffix(line, "\n")
		out.WriteString(words)
		if own := ends[words]; hasEnd && len(own) > 0 {
			out.WriteString(own[0])
			ends[words] = own[1:]
		} else if hasEnd {
			out.WriteString(usual)
		}
	}
	return out.String()
}

// ExistingSlug returns the slug of content's product with a source's id, or "".
func (j *Job) ExistingSlug(sourceID, supplier string) string {
	all := j.Earlier.products[sourceID]
	if sourceID == "" || len(all) == 0 {
		return ""
	}
	for _, of := range all {
		if of.supplier == supplier {
			return of.slug
		}
	}
	if len(all) == 1 && supplier == "" {
		return all[0].slug
	}
	return ""
}

// MemoryKey returns the memory folder of an item, by the source's identifier.
func (j *Job) MemoryKey(kind, id string) string {
	var names []string
	for part := range strings.SplitSeq(strings.Trim(id, "/"), "/") {
		if part = strings.NewReplacer("\x00", "", "\\", "-", ":", "-").Replace(part); len(part) > 120 {
			part = fmt.Sprintf("%.80s-%.16x", part, sha256.Sum256([]byte(part)))
		}
		if strings.HasPrefix(part, ".") || part == "" {
			part = "_" + part
		}
		names = append(names, part)
	}
	return path.Join(Memory, j.Source, kind, path.Join(names...))
}

// IsRemembered reports whether an item was imported from this source before.
func (j *Job) IsRemembered(key string) bool {
	entries, err := os.ReadDir(filepath.Join(j.Content, filepath.FromSlash(key)))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() })
}

// Remember records a file in the state of the source.
func (j *Job) Remember(key, name string, data []byte) error { return j.Stage.Put(key+"/"+name, data) }

// AddFile adds a new file to content, and remembers it.
func (j *Job) AddFile(rel, key string, data []byte) error {
	if err := j.Stage.Add(rel, data); err != nil {
		return err
	}
	return j.Remember(key, path.Base(rel), data)
}

// Merge applies the source's changes since the last import to a file of content. canonical reads its keys.
func (j *Job) Merge(rel, key string, theirs []byte, canonical keyReader) error {
	before, _ := os.ReadFile(filepath.Join(j.Content, filepath.FromSlash(key), path.Base(rel)))
	return j.mergeFrom(before, rel, key, theirs, canonical)
}

// mergeFrom applies the source's changes since a base; nil if nothing is remembered.
func (j *Job) mergeFrom(before []byte, rel, key string, theirs []byte, canonical keyReader) error {
	file := filepath.Join(j.Content, filepath.FromSlash(rel))
	remembered := before != nil
	ours, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && remembered:
		j.NoteKept(Note{Path: file, Line: 1, Col: 1, Why: "this file was imported and has been deleted; it is not " +
			"imported again",
			Do: "remove " + filepath.Join(j.Content, filepath.FromSlash(key), path.Base(rel)) + " to import it again"})
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return j.AddFile(rel, key, theirs)
	case err != nil:
		return err
	}
	if j.IsTable && j.Prefer == "source" && !j.IsRemembered(key) {
		before = ours // the table's values win
	}
	merged, next, err := j.mergeTexts(file, string(before), string(ours), string(theirs), canonical)
	if err != nil {
		j.NoteKept(Note{Path: file, Line: 1, Col: 1, Why: "it is not changed: " + err.Error(),
			Do: "correct it and import again"})
		return nil
	}
	if merged != string(ours) {
		if err := j.Stage.Put(rel, []byte(merged)); err != nil {
			return err
		}
		j.updatedFiles = append(j.updatedFiles, rel)
	}
	return j.Remember(key, path.Base(rel), []byte(next))
}

// mergeTexts returns the text of a file with the source's changes, and the base of the next update.
func (j *Job) mergeTexts(file, before, ours, theirs string, canonical keyReader) (text, next string, err error) {
	front, head, rest := splitFile(file, ours)
	theirFront, _, theirRest := splitFile(file, theirs)
	baseFront, _, baseRest := splitFile(file, before)
	now, err := canonical(front)
	if err != nil {
		return "", "", err
	}
	then, err := yaml.Parse(theirFront, 1)
	if err != nil {
		return "", "", err
	}
	var base *yaml.Node
	if before != "" {
		if base, err = yaml.Parse(baseFront, 1); err != nil {
			return "", "", err
		}
	}
	m := &merger{preferSource: j.Prefer == "source"}
	keys, changed := m.mergeMapping("", base, now, then), false
	if rest != "" {
		switch was, is, becomes := proseOf(baseRest), proseOf(rest), proseOf(theirRest); {
		case becomes == is, becomes == was:
		case before != "" && is == was, m.preferSource, is == "":
			rest, changed = theirRest, true
		default:
			m.conflicts = append(m.conflicts, conflict{proseField, nil})
			theirRest = cmp.Or(baseRest, "---\n")
		}
	}
	j.reportConflicts(file, front, strings.Count(head, "\n"), m.conflicts)
	next = theirs
	if len(m.conflicts) > 0 {
		then = (&merger{forNextBase: true}).mergeMapping("", base, now, then)
		next = head + keysText(then, "") + theirRest
	}
	if equal(then, base) && proseOf(theirRest) == proseOf(baseRest) {
		next = before
	}
	if again, err := canonical(keysText(keys, "")); err == nil {
		keys = again // without keys that canonical ignores
	}
	if sameKeys := equal(keys, now); !sameKeys {
		front, changed = spliceYAML(front, now, keys, canonical), true
	}
	if !changed {
		return ours, next, nil
	}
	return restoreForm(head+front+rest, ours), next, nil
}

func proseOf(rest string) string { return strings.TrimSpace(strings.TrimPrefix(rest, "---\n")) }

// proseField is the name of the prose, which has no key, in a conflict.
const proseField = "the prose"

// reportConflicts reports the values that stay, at the positions of their keys.
func (j *Job) reportConflicts(file, front string, above int, all []conflict) {
	written, err := yaml.Parse(front, 1)
	for _, c := range all {
		n := Note{Path: file, Line: 1, Col: 1, Field: c.path,
			Why: "it was edited here, and the source has another; the edited one is kept",
			Do:  "--prefer source uses the source's"}
		if line := lineOf(written, c.path); err == nil && line > 0 {
			n.Line = line + above
		}
		if c.theirs != nil {
			n.Value, _ = flowText(c.theirs)
		} else if c.path != proseField {
			n.Why = "it was edited here, and the source no longer has it; the edited one is kept"
			n.Do = "--prefer source removes it"
		}
		j.NoteKept(n)
	}
}

// lineOf returns the line of the value at a conflict's path, or of the last key above it; 0 if there is none.
func lineOf(n *yaml.Node, path string) (line int) {
	for n != nil && path != "" {
		var next *yaml.Node
		var rest string
		for _, p := range n.Pairs {
			if after, ok := strings.CutPrefix(path+".", p.Key.Value+"."); ok {
				next, line, rest = &p.Value, p.Key.Line, after
			}
		}
		for i := range n.Items {
			if after, ok := strings.CutPrefix(path+".", idOf(&n.Items[i])+"."); ok {
				next, line, rest = &n.Items[i], n.Items[i].Line, after
			}
		}
		n, path = next, strings.TrimSuffix(rest, ".")
	}
	return line
}

// NoteKept reports a value that an update does not change.
func (j *Job) NoteKept(n Note) {
	n.Value = Short(n.Value)
	j.Report.Kept = append(j.Report.Kept, n)
}

// NoteVanished reports the items of earlier imports that content still has and the source no longer has.
func (j *Job) NoteVanished(kind string, where func(key string) string) {
	root := filepath.Join(j.Content, Memory, j.Source, kind)
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		folder := filepath.Dir(name)
		rel, _ := filepath.Rel(j.Content, folder)
		key := filepath.ToSlash(rel)
		if j.Earlier.SeenKeys[key] {
			return nil
		}
		j.Earlier.SeenKeys[key] = true
		if at := where(key); at != "" {
			j.Report.Vanished = append(j.Report.Vanished, at)
		}
		return nil
	})
	slices.Sort(j.Report.Vanished)
}

// keyReader parses the keys of a file of content.
type keyReader func(front string) (*yaml.Node, error)

// canonicalOf parses front matter as a type of the catalogue and formats it as imports do, so that different spellings
// of a value are equal.
func canonicalOf[T any](front string) (*yaml.Node, error) {
	var v T
	if err := source.Value(front, &v); err != nil {
		return nil, err
	}
	return yaml.Parse(string(scaffold.YAML(v)), 1)
}

// CanonicalPost is the keyReader of posts, whose front matter may have keys of other tools.
func CanonicalPost(front string) (*yaml.Node, error) {
	if n, err := canonicalOf[catalog.Post](front); err == nil {
		return n, nil
	}
	return yaml.Parse(front, 1)
}
