// Package typeset sets lines of text: it joins Arabic letters, and orders runs of both directions by the Unicode
// bidirectional algorithm with its isolates. PDF libraries only write one glyph a character, from left to right. The
// package does not draw; its lines have the glyphs' positions and outlines.
//
// Lengths are in points.
package typeset
