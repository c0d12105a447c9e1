import { videoPlayer } from '../../lib/product/video-address'
import type { PlainHost } from '../../lib/islands/islands'

/** Plays a video in place of its picture after a click. Before that, nothing is requested from the provider. */
export function startVideo({ element }: PlainHost): () => void {
  const end = new AbortController()
  element.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-video]')
      if (!link || event.defaultPrevented) return
      const [provider = '', id = ''] = (link.dataset.video ?? '').split(' ')
      const address = videoPlayer(provider, id)
      if (!address) return
      event.preventDefault()
      play(link, address)
    },
    { signal: end.signal },
  )
  return () => end.abort()
}

function play(link: HTMLAnchorElement, address: string): void {
  const player = document.createElement('iframe')
  player.className = 'video-player'
  player.src = address
  player.title = link.querySelector('.video-title')?.textContent ?? ''
  player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  player.referrerPolicy = 'strict-origin-when-cross-origin'
  link.replaceWith(player)
  player.focus()
}
