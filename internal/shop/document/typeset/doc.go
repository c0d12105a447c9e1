// Package typeset turns text into glyphs in their places on a line: Arabic letters joined, runs of both directions in the
// order of the Unicode bidirectional algorithm, isolates kept. It exists because PDF libraries write one glyph a character,
// from left to right. It knows nothing of pages; whoever has one draws the outlines.
//
// Lengths are in points.
package typeset
