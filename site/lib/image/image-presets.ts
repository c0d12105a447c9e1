/** The modifiers and sizes of a picture for one use on pages. */
export interface Preset {
  /** The box that the picture is cropped to, at density 1. Without one it keeps its own proportions. */
  box?: readonly [width: number, height: number]
  /** The offered widths, if the picture's place grows with the page. Without them it is offered by density. */
  widths?: readonly number[]
  /** The `sizes` of the picture; some layout types have their own. */
  sizes?: string
  sizesIn?: Readonly<Record<string, string>>
  /** Never cropped, even if its size is unknown. */
  uncropped?: boolean
  /** Shows a blurred one until it is there: worth a request where a picture is large, and not the page's first. */
  placeholder?: boolean
  // Where these are left out the proxy makes WebP, of quality 80, that covers the box.
  format?: 'webp' | 'avif' | 'jpeg' | 'png'
  fit?: 'cover' | 'contain' | 'fill' | 'inside' | 'outside'
  quality?: number
}

/** One ladder for everything that keeps its proportions, so that the large views show files that a page has already. */
const commonWidths = [480, 800, 1200, 1600]

/** The presets of all pictures. Their sizes follow the style sheets, up to the maximum width of a page. */
export const presets = {
  card: {
    box: [320, 240],
    widths: [320, 480, 680, 960],
    sizes: '(min-width: 80rem) 19rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 92vw',
    sizesIn: {
      'supplier-classic': '(min-width: 80rem) 25rem, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 92vw',
      'supplier-editorial': '(min-width: 80rem) 42rem, (min-width: 48rem) 56vw, 92vw',
      // Upright cards; these pictures fill their height.
      transparent: '(min-width: 80rem) 40rem, (min-width: 64rem) 54vw, (min-width: 40rem) 80vw, 130vw',
      'template-two': '(min-width: 64rem) 30rem, (min-width: 40rem) 40vw, 92vw',
    },
  },
  /** A destination's luggage label. */
  label: { box: [240, 160] },
  /** A category's row. */
  stamp: { box: [80, 80] },
  /** A product's thumbnail in the cart, suggestions and compact rows. */
  thumb: { box: [96, 72] },
  post: {
    box: [480, 320],
    widths: [400, 640, 960],
    sizes: '(min-width: 80rem) 25rem, (min-width: 48rem) 50vw, 92vw',
    sizesIn: { 'supplier-compact': '8rem' },
  },
  hero: {
    widths: commonWidths,
    sizes: '(min-width: 64rem) 45rem, (min-width: 33rem) 33rem, 100vw',
    sizesIn: {
      'supplier-classic': '(min-width: 80rem) 77rem, 100vw',
      'supplier-compact': '9rem',
      'template-four': '(min-width: 64rem) 30rem, 100vw',
      'supplier-editorial': '100vw',
      // It fills the screen; on a phone the height decides.
      transparent: '(orientation: portrait) 120vh, 100vw',
      'template-two': '(min-width: 48rem) 50vw, 100vw',
    },
  },
  article: { widths: commonWidths, sizes: '(min-width: 48rem) 44rem, 92vw' },
  prose: { widths: commonWidths, sizes: '(min-width: 44rem) 44rem, 92vw' },
  gallery: { widths: commonWidths, sizes: '(min-width: 80rem) 48rem, (min-width: 64rem) 63vw, 88vw' },
  /** The gallery's others. */
  galleryRest: {
    widths: commonWidths,
    sizes: '(min-width: 64rem) 36rem, 88vw',
    placeholder: true,
  },
  /** The preset that loads a picture to learn its size. */
  measure: { widths: commonWidths.slice(0, 1), uncropped: true },
  lightbox: { widths: commonWidths, sizes: '100vw', uncropped: true, placeholder: true },
  /** The picture of link previews, as JPEG, since not every reader knows WebP. */
  share: { box: [1200, 630], format: 'jpeg' },
} satisfies Record<string, Preset>

export type PresetName = keyof typeof presets

/** Presets that scripts use on pages whose HTML lacks them: builds with --images write these of every picture. */
export const scriptPresets: PresetName[] = ['thumb']

export const densities: readonly number[] = [1, 2]

/** The assumed size of a picture of unknown size, which reserves its space. */
export const assumedSize = [1200, 800] as const

/** The modifiers of placeholders. */
export const placeholder = 's_10x10,q_50,blur_3'
