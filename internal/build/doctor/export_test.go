package doctor

import "fmt"

// OldestNode is what package.json asks for.
var OldestNode = fmt.Sprintf(">=%d.%d", nodeMajor, nodeMinor)
