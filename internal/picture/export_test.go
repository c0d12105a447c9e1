package picture

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// ResizedHeader is a PNG whose header states another size.
func ResizedHeader(png []byte, width, height uint32) []byte {
	data := slices.Clone(png)
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}
