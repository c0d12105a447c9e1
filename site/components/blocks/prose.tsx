import { pictureOf } from '../../lib/image/image'
import type { Language } from '../../lib/payload.gen'

interface Props {
  /** The editors' text, which the generator has made HTML. */
  html: string
  className?: string
  /** Its language, where that is not the page's. */
  writtenIn?: Language | undefined
}

export function Prose({ html, className, writtenIn }: Props) {
  return (
    <div
      {...writtenIn}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: html.replace(picture, withSizes) }}
    />
  )
}

/** A picture as internal/content/markdown writes it. */
const picture = /<img src="([^"]+)"([^>]*?)(?: width="(\d+)" height="(\d+)")?( loading="lazy">)/g

function withSizes(_tag: string, src: string, words: string, width = '0', height = '0', end: string): string {
  const image = { src: src.replaceAll('&amp;', '&'), width: Number(width), height: Number(height) }
  const sources = pictureOf(image, { preset: 'prose' })
  const choice = sources.srcSet ? ` srcset="${sources.srcSet}" sizes="${sources.sizes}"` : ''
  const img = `<img${choice} src="${sources.src}"${words} width="${sources.width}" height="${sources.height}"${end}`
  if (!sources.avif) return img
  return `<picture><source type="image/avif" srcset="${sources.avif}" sizes="${sources.sizes}">${img}</picture>`
}
