import type { Sizes } from '../../lib/image/image-modifiers.ts'

/**
 * site/dist/bundle.json: the list of built files, for Go and for the documents. Paths are from the site's root, without
 * a slash.
 */
export interface Bundle {
  hash: string
  /** All built files that browsers request. */
  assets: string[]
  /** Hashes of the inline scripts of a document, as a Content-Security-Policy names them. */
  csp: string[]
  /** Modifiers that scripts may request of any picture. */
  pictures: string[]
  /** The sizes of pictures on pages. */
  sizes: Sizes
  entry: {
    script: string
    icon?: string
    styles: string[]
    /** What each layout type adds to them; a deployment's own style sheet begins with its layout's. */
    layouts: Record<string, string>
    /** What deployments with analytics load; the style sheet is that of the notice. */
    analytics?: { script: string; style: string }
    /** Scripts that the entry imports at once. */
    preload: string[]
    /** Fonts to load early, by language. */
    fonts: Record<string, string[]>
  }
  /** The files that each island loads when it mounts, React included, beside those of the entry. */
  islands?: Record<string, string[]>
}
