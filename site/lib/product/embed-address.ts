import type { Location, Video } from '../payload.gen'

/** Returns the address of a video's page at its provider. */
export function videoPage({ provider, id }: Video): string {
  return provider === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`
}

/** Returns the address of a place on the page of OpenStreetMap. */
export function mapPage({ latitude, longitude }: Location): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}

/**
 * Returns the address of a provider's frame: the player of a video, which starts at once, or the map around a
 * place. Null for an unknown provider.
 */
export function embedAddress(provider: string, id: string): string | null {
  const name = encodeURIComponent(id)
  if (provider === 'youtube') return `https://www.youtube-nocookie.com/embed/${name}?autoplay=1&rel=0`
  if (provider === 'vimeo') return `https://player.vimeo.com/video/${name}?autoplay=1&dnt=1`
  if (provider === 'openstreetmap') return mapFrameAddress(id)
  return null
}

/** OpenStreetMap's own frame for other sites: about a kilometre around "latitude,longitude", with a marker. */
function mapFrameAddress(place: string): string {
  const [latitude = 0, longitude = 0] = place.split(',').map(Number)
  const box = [longitude - 0.01, latitude - 0.006, longitude + 0.01, latitude + 0.006]
  const query = new URLSearchParams({ bbox: box.map((edge) => edge.toFixed(5)).join(), layer: 'mapnik', marker: place })
  return `https://www.openstreetmap.org/export/embed.html?${query}`
}
