package doctor

import "fmt"

// OldestNode is the oldest version that package.json allows.
var OldestNode = fmt.Sprintf(">=%d.%d", nodeMajor, nodeMinor)
