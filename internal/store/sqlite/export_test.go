package sqlite

import "database/sql"

// OpenWriter opens a file with the writer's settings.
var OpenWriter = openWriter

// Writer is the connection that all writing goes through.
func (s *Store) Writer() *sql.DB { return s.writer }
