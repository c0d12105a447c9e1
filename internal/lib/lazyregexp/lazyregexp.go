// Package lazyregexp has regular expressions that are compiled at their first use. A program with hundreds of them that
// uses few starts sooner.
package lazyregexp

import (
	"regexp"
	"sync"
	"testing"
)

// Regexp is a regular expression with the methods of package regexp.
type Regexp struct {
	compiled func() *regexp.Regexp
}

// New returns the regular expression of a pattern. A pattern with a mistake panics at its first use; in tests at once.
func New(pattern string) *Regexp {
	r := &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
	if testing.Testing() {
		r.compiled()
	}
	return r
}

func (r *Regexp) String() string                       { return r.compiled().String() }
func (r *Regexp) NumSubexp() int                       { return r.compiled().NumSubexp() }
func (r *Regexp) Match(b []byte) bool                  { return r.compiled().Match(b) }
func (r *Regexp) MatchString(s string) bool            { return r.compiled().MatchString(s) }
func (r *Regexp) Find(b []byte) []byte                 { return r.compiled().Find(b) }
func (r *Regexp) FindIndex(b []byte) []int             { return r.compiled().FindIndex(b) }
func (r *Regexp) FindString(s string) string           { return r.compiled().FindString(s) }
func (r *Regexp) FindStringIndex(s string) []int       { return r.compiled().FindStringIndex(s) }
func (r *Regexp) FindSubmatch(b []byte) [][]byte       { return r.compiled().FindSubmatch(b) }
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}
func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}
func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte {
	return r.compiled().FindAllSubmatch(b, n)
}
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return r.compiled().FindAllSubmatchIndex(b, n)
}
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}
func (r *Regexp) ReplaceAll(b, to []byte) []byte { return r.compiled().ReplaceAll(b, to) }
func (r *Regexp) ReplaceAllFunc(b []byte, to func([]byte) []byte) []byte {
	return r.compiled().ReplaceAllFunc(b, to)
}
func (r *Regexp) ReplaceAllString(s, to string) string { return r.compiled().ReplaceAllString(s, to) }
func (r *Regexp) ReplaceAllLiteralString(s, to string) string {
	return r.compiled().ReplaceAllLiteralString(s, to)
}
func (r *Regexp) ReplaceAllStringFunc(s string, to func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, to)
}
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }
