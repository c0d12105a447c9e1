package octo

// Draw takes all the places in which tickets are drawn, until free is called.
func (s *Server) Draw() (free func()) {
	for range cap(s.drawing) {
		s.drawing <- struct{}{}
	}
	return func() {
		for range cap(s.drawing) {
			<-s.drawing
		}
	}
}

// Details has the reasons for refusals in Arabic.
var Details = details
