import type { Video } from '../payload.gen'

/** Returns the address of a video's page at its provider. */
export function videoPage({ provider, id }: Video): string {
  return provider === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`
}

/** Returns the address of a video's player, which starts at once; null for an unknown provider. */
export function videoPlayer(provider: string, id: string): string | null {
  const name = encodeURIComponent(id)
  if (provider === 'youtube') return `https://www.youtube-nocookie.com/embed/${name}?autoplay=1&rel=0`
  if (provider === 'vimeo') return `https://player.vimeo.com/video/${name}?autoplay=1&dnt=1`
  return null
}
