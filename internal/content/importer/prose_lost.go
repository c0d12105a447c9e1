package importer

import "fmt"

// lostTag is a tag that is left out, with how many of its name there are.
type lostTag struct {
	name  string
	at    int
	note  Note
	times int
}

// lose remembers a tag that is left out: a post has one remark for all of a name.
func (w *proseWalk) lose(at int, name string, n Note) {
	for i := range w.lost {
		if known := &w.lost[i]; known.name == name && known.note.Why == n.Why {
			known.times++
			return
		}
	}
	w.lost = append(w.lost, lostTag{name, at, n, 1})
}

// reportLost reports the tags that are left out.
func (w *proseWalk) reportLost() {
	for _, t := range w.lost {
		if t.times > 1 {
			t.note.Why += fmt.Sprintf("; so it is with %d of the post", t.times)
		}
		w.note(t.at, t.note)
	}
}
