package font

// characters returns the glyph of a character; zero for none.
type characters func(rune) int

// Forms of the table cmap that every font for the Web has: of 16 bits, and of 32.
const (
	mapOf16, mapOf32    = 4, 12
	unicodePlatform     = 0
	windowsPlatform     = 3
	encodingEntry       = 8
	groupsAt, groupSize = 16, 12
)

// characterMap returns the characters of a font; nil if its table cannot be read.
func characterMap(cmap []byte) characters {
	if len(cmap) < 4 {
		return nil
	}
	var found characters
	for i := range u16(cmap, 2) {
		entry := 4 + i*encodingEntry
		if entry+encodingEntry > len(cmap) {
			return nil
		}
		platform, at := u16(cmap, entry), u32(cmap, entry+4)
		if platform != unicodePlatform && platform != windowsPlatform || at+groupsAt > len(cmap) {
			continue
		}
		switch sub := cmap[at:]; u16(sub, 0) {
		case mapOf16:
			if found == nil {
				found = characters16(sub)
			}
		case mapOf32:
			return characters32(sub)
		}
	}
	return found
}

// characters16 reads format 4: segments of end codes, start codes, deltas and offsets.
func characters16(sub []byte) characters {
	segments := u16(sub, 6) / 2
	ends, starts := 14, 16+2*segments
	deltas, offsets := starts+2*segments, starts+4*segments
	if offsets+2*segments > len(sub) {
		return nil
	}
	return func(r rune) int {
		c := int(r)
		for i := range segments {
			if c > u16(sub, ends+2*i) {
				continue
			}
			start, delta, offset := u16(sub, starts+2*i), u16(sub, deltas+2*i), u16(sub, offsets+2*i)
			if c < start {
				return 0
			}
			if offset == 0 {
				return (c + delta) & 0xffff
			}
			at := offsets + 2*i + offset + 2*(c-start)
			if at+2 > len(sub) || u16(sub, at) == 0 {
				return 0
			}
			return (u16(sub, at) + delta) & 0xffff
		}
		return 0
	}
}

// characters32 reads format 12: groups of a first and a last character, and the first's glyph.
func characters32(sub []byte) characters {
	groups := u32(sub, groupsAt-4)
	if groups > (len(sub)-groupsAt)/groupSize {
		return nil
	}
	return func(r rune) int {
		for i := range groups {
			at := groupsAt + i*groupSize
			if first := u32(sub, at); int(r) >= first && int(r) <= u32(sub, at+4) {
				return u32(sub, at+8) + int(r) - first
			}
		}
		return 0
	}
}
