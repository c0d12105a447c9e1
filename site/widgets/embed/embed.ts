import { embedAddress } from '../../lib/product/embed-address'
import type { PlainHost } from '../../lib/islands/island-contract'

/** Shows a video or a map in place of its link after a click. Before that, nothing is requested from the provider. */
export function startEmbed({ element }: PlainHost): () => void {
  const end = new AbortController()
  element.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-embed]')
      if (!link || event.defaultPrevented) return
      const [provider = '', id = ''] = (link.dataset.embed ?? '').split(' ')
      const address = embedAddress(provider, id)
      if (!address) return
      event.preventDefault()
      show(link, address)
    },
    { signal: end.signal },
  )
  return () => end.abort()
}

function show(link: HTMLAnchorElement, address: string): void {
  const frame = document.createElement('iframe')
  frame.className = 'embed'
  frame.src = address
  frame.title = link.dataset.title ?? ''
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  link.replaceWith(frame)
  frame.focus()
}
