package webroot

import "os"

// LookInTree lets a test act while an answer for a host is being looked for.
func (s *Server) LookInTree(host string, look func(open func(name string) (*os.File, error)) error) error {
	d, err := s.registry.current().find(host)
	if err != nil {
		return err
	}
	return s.inTree(d, func(t *tree) error { return look(t.open) })
}
