import { Icon } from '../ui/icon'

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
