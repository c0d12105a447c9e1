import type { Location } from '../lib/payload.gen'
import { site } from '../lib/site'
import { Icon } from './ui/icon'

interface Props {
  location: Location
}

/** The place in words, and a link that any device's map opens. */
export function MapLink({ location: { place, address, latitude, longitude } }: Props) {
  return (
    <>
      <p className="strong">{place}</p>
      {address && <p className="muted">{address}</p>}
      <a className="go link" href={`https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`}>
        <Icon name="pin" />
        {site().t('product.openMap')}
        <Icon name="out" />
      </a>
    </>
  )
}
