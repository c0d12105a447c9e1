package octo

// Draw takes all the places in which tickets are drawn, until free is called.
func (s *Server) Draw() (free func()) {
	for range cap(s.ticketSlots) {
		s.ticketSlots <- struct{}{}
	}
	return func() {
		for range cap(s.ticketSlots) {
			<-s.ticketSlots
		}
	}
}

// Details has the reasons for refusals in Arabic.
var Details = arabicDetails
