import { BookingsFallback } from '../../islands/bookings/fallback'
import { Island } from '../../components/island'

export function Page() {
  return (
    <div className="wrap">
      <Island name="bookings" fallback={<BookingsFallback />} />
    </div>
  )
}
