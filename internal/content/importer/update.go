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

// earlier has the files of earlier imports in content.
type earlier struct {
	products map[string][]there // by sourceId
	IDs      map[string]string  // sourceIds of products by their slugs
	Posts    map[string]string  // slugs of posts by former address
	Drafts   map[string]bool    // by slug
	Seen     map[string]bool    // items of the memory that the source still has
}

// there is a product of content.
type there struct{ slug, supplier string }

// readEarlier reads these files; none without an update.
func (j *Job) readEarlier() error {
	j.Earlier = earlier{products: map[string][]there{}, IDs: map[string]string{}, Posts: map[string]string{},
		Drafts: map[string]bool{}, Seen: map[string]bool{}}
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
			continue // which the check reports
		}
		if id := n.Get("sourceId"); id != nil {
			of := there{slug: filepath.Base(filepath.Dir(file))}
			if supplier := n.Get("supplier"); supplier != nil {
				of.supplier = supplier.Value
			}
			j.Earlier.IDs[of.slug] = id.Value
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
		j.Earlier.Posts["/blog/"+slug] = slug
		j.Earlier.Drafts[slug] = j.Earlier.Drafts[slug] || n.Get("draft").Text() == "true"
		if aliases := n.Get("aliases"); aliases != nil {
			for _, a := range aliases.Items {
				j.Earlier.Posts[strings.TrimSuffix(a.Value, "/")] = slug
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
	front, _, _ := parts(file, string(data))
	keys, err = yaml.Parse(front, 1)
	return keys, string(data), err
}

// parts parts a file of content into the YAML at its head and its prose; before and after are the text around it.
func parts(file, text string) (front, before, rest string) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")
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

// Existing returns the slug of content's product with a source's id, or "".
func (j *Job) Existing(sourceID, supplier string) string {
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

// Key returns the folder of the memory for an item, by the source's identifier.
func (j *Job) Key(kind, id string) string {
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

// Remembers reports whether an item was imported from this source before.
func (j *Job) Remembers(key string) bool {
	entries, err := os.ReadDir(filepath.Join(j.Content, filepath.FromSlash(key)))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() })
}

// Remember records a file as the source has it.
func (j *Job) Remember(key, name string, data []byte) error { return j.Stage.Put(key+"/"+name, data) }

// Bring adds a new file to content, and remembers it.
func (j *Job) Bring(rel, key string, data []byte) error {
	if err := j.Stage.Add(rel, data); err != nil {
		return err
	}
	return j.Remember(key, path.Base(rel), data)
}

// Merge applies the source's changes since the last import to a file of content. Its kind is that of v.
func (j *Job) Merge(rel, key string, theirs []byte, canonical reader) error {
	before, _ := os.ReadFile(filepath.Join(j.Content, filepath.FromSlash(key), path.Base(rel)))
	return j.updateFrom(before, rel, key, theirs, canonical)
}

// updateFrom applies the source's changes since a file was as before; nil if nothing is remembered.
func (j *Job) updateFrom(before []byte, rel, key string, theirs []byte, canonical reader) error {
	file := filepath.Join(j.Content, filepath.FromSlash(rel))
	remembered := before != nil
	ours, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && remembered:
		j.Kept(Note{Path: file, Line: 1, Col: 1, Why: "this file was imported and is there no more; it stays away",
			Do: "remove " + filepath.Join(j.Content, filepath.FromSlash(key), path.Base(rel)) + " to have it again"})
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return j.Bring(rel, key, theirs)
	case err != nil:
		return err
	}
	if j.IsTable && j.Prefer == "source" && !j.Remembers(key) {
		before = ours // what is preferred is what the table says otherwise
	}
	merged, next, err := j.merged(file, string(before), string(ours), string(theirs), canonical)
	if err != nil {
		j.Kept(Note{Path: file, Line: 1, Col: 1, Why: "it stays as it is: " + err.Error(),
			Do: "correct it and import again"})
		return nil
	}
	if merged != string(ours) {
		if err := j.Stage.Put(rel, []byte(merged)); err != nil {
			return err
		}
		j.updated = append(j.updated, rel)
	}
	return j.Remember(key, path.Base(rel), []byte(next))
}

// merged returns the text of a file with the source's changes, and the base of the next update.
func (j *Job) merged(file, before, ours, theirs string, canonical reader) (text, next string, err error) {
	front, head, rest := parts(file, ours)
	theirFront, _, theirRest := parts(file, theirs)
	baseFront, _, baseRest := parts(file, before)
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
	m := &merging{preferSource: j.Prefer == "source"}
	keys, changed := m.mapping("", base, now, then), false
	if rest != "" {
		switch was, is, becomes := proseOf(baseRest), proseOf(rest), proseOf(theirRest); {
		case becomes == is, becomes == was:
		case before != "" && is == was, m.preferSource, is == "":
			rest, changed = theirRest, true
		default:
			m.conflicts = append(m.conflicts, conflict{theProse, nil})
			theirRest = cmp.Or(baseRest, "---\n")
		}
	}
	j.reportConflicts(file, front, strings.Count(head, "\n"), m.conflicts)
	next = theirs
	if len(m.conflicts) > 0 {
		then = (&merging{remembering: true}).mapping("", base, now, then)
		next = head + keysText(then, "") + theirRest
	}
	if equal(then, base) && proseOf(theirRest) == proseOf(baseRest) {
		next = before
	}
	if again, err := canonical(keysText(keys, "")); err == nil {
		keys = again // without what is not to be read
	}
	if sameKeys := equal(keys, now); !sameKeys {
		front, changed = spliced(front, now, keys, canonical), true
	}
	if !changed {
		return ours, next, nil
	}
	return head + front + rest, next, nil
}

func proseOf(rest string) string { return strings.TrimSpace(strings.TrimPrefix(rest, "---\n")) }

// theProse is the name of the prose, which has no key, in a conflict.
const theProse = "the prose"

// reportConflicts reports the values that stay as they are here, at the places of their keys.
func (j *Job) reportConflicts(file, front string, above int, all []conflict) {
	written, err := yaml.Parse(front, 1)
	for _, c := range all {
		n := Note{Path: file, Line: 1, Col: 1, Field: c.path,
			Why: "it was changed here, and the source has another; it stays as it is here",
			Do:  "--prefer source takes the source's"}
		if line := lineOf(written, c.path); err == nil && line > 0 {
			n.Line = line + above
		}
		if c.theirs != nil {
			n.Value, _ = flowText(c.theirs)
		} else if c.path != theProse {
			n.Why = "it was changed here, and the source has it no more; it stays as it is here"
			n.Do = "--prefer source removes it"
		}
		j.Kept(n)
	}
}

// lineOf is the line of what a conflict's path leads to, or of the last key above it that the file has; 0 without any.
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

// Kept reports a value that an update did not change.
func (j *Job) Kept(n Note) {
	n.Value = Short(n.Value)
	j.Report.Kept = append(j.Report.Kept, n)
}

// Vanished reports an item of an earlier import that content still has and the source no longer has.
func (j *Job) Vanished(kind string, where func(key string) string) {
	root := filepath.Join(j.Content, Memory, j.Source, kind)
	_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		folder := filepath.Dir(name)
		rel, _ := filepath.Rel(j.Content, folder)
		key := filepath.ToSlash(rel)
		if j.Earlier.Seen[key] {
			return nil
		}
		j.Earlier.Seen[key] = true
		if at := where(key); at != "" {
			j.Report.Vanished = append(j.Report.Vanished, at)
		}
		return nil
	})
	slices.Sort(j.Report.Vanished)
}

// reader reads the keys of a file of content.
type reader func(front string) (*yaml.Node, error)

// canonicalOf reads front matter as a type of the catalogue and writes it as imports do, so that values that are only
// written differently are equal.
func canonicalOf[T any](front string) (*yaml.Node, error) {
	var v T
	if err := source.Value(front, &v); err != nil {
		return nil, err
	}
	return yaml.Parse(string(scaffold.YAML(v)), 1)
}

// CanonicalPost is that of a post, whose front matter may have keys of other tools.
func CanonicalPost(front string) (*yaml.Node, error) {
	if n, err := canonicalOf[catalog.Post](front); err == nil {
		return n, nil
	}
	return yaml.Parse(front, 1)
}
