package search

import (
	"encoding/binary"
	"hash/crc32"
)

// Repair gives a file the size and the checksum that its core should have.
func Repair(file []byte) {
	if len(file) < headerSize {
		return
	}
	core := file[headerSize:]
	if n := int(binary.LittleEndian.Uint32(file[len(magic)+4:])); n < len(core) {
		core = core[:n]
	}
	binary.LittleEndian.PutUint32(file[len(magic)+4:], uint32(len(core)))
	binary.LittleEndian.PutUint32(file[len(magic)+8:], crc32.ChecksumIEEE(core))
}
