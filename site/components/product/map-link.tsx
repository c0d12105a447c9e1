import type { Language, Location } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { Icon } from '../ui/icon'

interface Props {
  location: Location
  /** The language of its words, where that is not the page's. */
  written: Language | undefined
}

/** The place in words, and a link that any device's map opens. */
export function MapLink({ location: { place, address, latitude, longitude }, written }: Props) {
  return (
    <>
      <p className="strong" lang={written?.lang} dir={written?.dir}>
        {place}
      </p>
      {address && (
        <p className="muted" lang={written?.lang} dir={written?.dir}>
          {address}
        </p>
      )}
      <MapAnchor latitude={latitude} longitude={longitude} label={site().t('product.openMap')} />
    </>
  )
}

interface AnchorProps {
  latitude: number
  longitude: number
  label: string
  /** The accessible name, if the label alone is ambiguous. */
  name?: string
}

/** A link that any device's map opens. */
export function MapAnchor({ latitude, longitude, label, name }: AnchorProps) {
  const address = `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`
  return (
    <a className="go link" href={address} aria-label={name}>
      <Icon name="pin" />
      {label}
      <Icon name="out" />
    </a>
  )
}
