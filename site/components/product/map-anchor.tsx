import { ActionLink } from '../ui/action-link'

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
  return <ActionLink icon="pin" label={label} endIcon="out" href={address} aria-label={name} />
}
