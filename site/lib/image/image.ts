import { modifiersOf } from './image-modifiers'
import { assumed, densities as usual, placeholder, presets, type Preset, type PresetName } from './image-presets'
import { getOrInsert } from '../get-or-insert'
import type { Image } from '../payload.gen'
import { site } from '../site'

type Size = Pick<Image, 'width' | 'height'>

/** Returns the address of a source with modifiers. */
type Provider = (source: string, modifiers: string) => string

const proxied: Provider = (source, modifiers) =>
  isDrawing.test(source)
    ? source
    : `/_ipx/${modifiers}/${source.startsWith('/') ? source.slice(1) : encodeURIComponent(source)}`

const providers: Record<string, Provider> = {
  ipx: proxied,
  /** The files of `generate build --images` at the proxy's addresses, large ones also as AVIF. */
  files: proxied,
  /** Sources as they are. */
  none: (source) => source,
}

/** Drawings scale by themselves and are never resized. */
const isDrawing = /\.svg$/

export interface PictureRequest {
  preset: PresetName
  /** One of the providers; the deployment's own where it is left out. */
  provider?: string
  densities?: readonly number[]
  /** Whether to name one: as the preset has it. */
  placeholder?: boolean
}

/** The request of a picture for link previews: in one size. */
export const shared: PictureRequest = { preset: 'share', densities: [1] }

/** Sources are the attributes of an <img>. Sizes of zero are unknown. */
export interface Sources {
  src: string
  srcSet?: string
  /** The srcset of the same pictures as AVIF, which browsers prefer that know it. */
  avif?: string
  sizes?: string
  width: number
  height: number
  placeholder?: string
}

type Sized = Size & { src: string }

const recent = new WeakMap<object, Map<string, Sources>>() // by shell and request
const mostRecent = 5000

/**
 * Finds a picture's addresses. A provider or preset that does not exist, and no densities at all, are mistakes of a
 * page. Those of recent pictures are kept, since cards show the same ones on many pages.
 */
export function pictureOf(image: Sized, request: PictureRequest): Sources {
  const known = getOrInsert(recent, site().shell, () => new Map())
  if (known.size >= mostRecent) known.clear()
  const { src, width, height } = image
  const { preset, provider, placeholder, densities } = request
  const key = `${src} ${width} ${height} ${preset} ${provider} ${placeholder} ${densities}`
  return getOrInsert(known, key, () => sourcesOf(image, request))
}

function sourcesOf(
  image: Sized,
  { preset: name, provider = site().shell.pictureProvider, densities = usual, placeholder: wanted }: PictureRequest,
): Sources {
  const address = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  if (!address) throw new Error(`unknown image provider "${provider}"`)
  const preset: Preset | undefined = Object.hasOwn(presets, name) ? presets[name] : undefined
  if (!preset) throw new Error(`unknown image preset "${name}"`)
  if (densities.length === 0) throw new Error('a picture needs at least one density')
  const box = preset.box ?? (image.width || preset.whole ? undefined : assumed)
  const offers = new Map<string, string>()
  for (const [width, descriptor] of offered(preset, densities, image, box)) {
    offers.set(address(image.src, modifiersOf(preset, width, box)), descriptor)
  }
  const all = [...offers]
  // For browsers that cannot choose: one of the middle.
  const src = all[preset.widths ? all.length >> 1 : 0]?.[0] ?? image.src
  const sources: Sources = { src, ...sizeOf(image, src === image.src ? undefined : box) }
  if (all.length > 1) {
    sources.srcSet = all.map((offer) => offer.join(' ')).join(', ')
    if (preset.widths) sources.sizes = preset.sizesIn?.[site().shell.layoutType] ?? preset.sizes
    if (preset.widths && provider === 'files' && !preset.format) {
      sources.avif = sources.srcSet.replaceAll('/_ipx/', '/_ipx/f_avif,')
    }
    if (wanted ?? preset.placeholder) sources.placeholder = address(image.src, placeholder)
  }
  return sources
}

/** Yields the widths of a source with their descriptors; a source smaller than all of them is offered as it is. */
function* offered(
  { widths, box: own }: Preset,
  densities: readonly number[],
  image: Size,
  box?: readonly [number, number],
): Generator<[width: number, descriptor: string]> {
  const most = widest(image, box)
  if (!widths) {
    const [one] = own ?? [image.width]
    for (const [at, density] of densities.entries()) {
      if (at === 0 || density * one <= most) yield [Math.round(density * one), `${density}x`]
    }
    return
  }
  for (const width of widths) if (width <= most) yield [width, `${width}w`]
  const largest = Math.max(...widths)
  if (most < largest) {
    const width = Math.max(Math.floor(most), 1)
    yield [width, `${width}w`]
  }
}

/** Returns the greatest width of a source in the box's proportions. */
function widest({ width, height }: Size, box?: readonly [number, number]): number {
  if (!width) return Infinity
  return box ? Math.min(width, (height * box[0]) / box[1]) : width
}

function sizeOf(image: Size, box?: readonly [number, number]) {
  if (!box) return { width: image.width, height: image.height }
  const width = Math.max(Math.round(Math.min(box[0], widest(image, box))), 1)
  return { width, height: Math.max(Math.round((width * box[1]) / box[0]), 1) }
}
