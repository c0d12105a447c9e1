import type { Language, Location } from '../../lib/payload.gen'
import { t } from '../../lib/site'
import { MapAnchor } from '../../components/product/map-anchor'

interface Props {
  location: Location
  /** The language of its words, where that is not the page's. */
  written: Language | undefined
}

/** The place in words, and a link that any device's map opens. */
export function LocationLines({ location: { place, address, latitude, longitude }, written }: Props) {
  return (
    <>
      <p className="strong" {...written}>
        {place}
      </p>
      {address && (
        <p className="muted" {...written}>
          {address}
        </p>
      )}
      <MapAnchor latitude={latitude} longitude={longitude} label={t('product.openMap')} />
    </>
  )
}
