import { fullDay, placeOfTime, unitName, type Booked, type BookedPlace } from '../lib/booking'
import { formatTime } from '../lib/format'
import { site } from '../lib/site'

interface Props {
  booked: Booked
  pickup?: BookedPlace
  dropOff?: BookedPlace
}

/** When, who, with what and from where: the stub of a ticket. Times are the destination's. */
export function BookingFacts({ booked, pickup, dropOff }: Props) {
  const { t } = site()
  return (
    <dl className="booking-facts">
      <div>
        <dt>{t('cart.when')}</dt>
        <dd>
          <When booked={booked} />
        </dd>
      </div>
      <div>
        <dt>{t('cart.travellers')}</dt>
        <dd>
          <Counted things={booked.units.map((unit) => ({ ...unit, title: unitName(unit) }))} />
        </dd>
      </div>
      {booked.extras.some(({ quantity }) => quantity > 0) && (
        <div>
          <dt>{t('cart.extras')}</dt>
          <dd>
            <Counted things={booked.extras} />
          </dd>
        </div>
      )}
      {pickup && <Transfer title={t('cart.pickup')} place={pickup} />}
      {dropOff && <Transfer title={t('cart.dropOff')} place={dropOff} />}
    </dl>
  )
}

function When({ booked }: { booked: Booked }) {
  const { t } = site()
  const { date, startTime, length, lengthBy } = booked
  return (
    <>
      <span className="block">
        <time dateTime={date}>{fullDay(date)}</time>
        {length !== undefined &&
          ` · ${t(lengthBy === 'NIGHT' ? 'duration.nights' : 'duration.days', { count: length })}`}
      </span>
      <span className="block">
        {startTime ? (
          <>
            <bdi>{formatTime(startTime)}</bdi>{' '}
            <small className="muted">{t('cart.localTime', { city: placeOfTime(booked) })}</small>
          </>
        ) : (
          t('cart.openHours')
        )}
      </span>
    </>
  )
}

function Counted({ things }: { things: { id: string; title: string; quantity: number }[] }) {
  return things
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, title, quantity }) => (
      <span key={id} className="block">
        {site().t('cart.counted', { quantity, title })}
      </span>
    ))
}

function Transfer({ title, place }: { title: string; place: BookedPlace }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {place.title && <span className="block">{place.title}</span>}
        {place.time && <bdi className="block">{formatTime(place.time)}</bdi>}
        {place.address && (
          <span className="block">
            <bdi>{place.address}</bdi>
          </span>
        )}
      </dd>
    </div>
  )
}
