import { modifiersOf } from './image-modifiers'
import { assumedSize, densities as usual, placeholder, presets, type Preset, type PresetName } from './image-presets'
import { getOrInsert } from '../get-or-insert'
import type { Image } from '../payload.gen'
import { site } from '../site'

type Size = Pick<Image, 'width' | 'height'>

/** Returns the address of a source with modifiers. */
type Provider = (source: string, modifiers: string) => string

const proxyAddress: Provider = (source, modifiers) =>
  svgPath.test(source)
    ? source
    : `/_ipx/${modifiers}/${source.startsWith('/') ? source.slice(1) : encodeURIComponent(source)}`

const providers: Record<string, Provider> = {
  ipx: proxyAddress,
  /** The files of `generate build --images` at the proxy's addresses, large ones also as AVIF. */
  files: proxyAddress,
  /** Sources as they are. */
  none: (source) => source,
}

/** Drawings scale by themselves and are never resized. */
const svgPath = /\.svg$/

export interface PictureRequest {
  preset: PresetName
  /** One of the providers; the deployment's own where it is left out. */
  provider?: string
  densities?: readonly number[]
  /** Whether to return a placeholder; by default, as in the preset. */
  placeholder?: boolean
}

/** The request of a picture for link previews: in one size. */
export const linkPreviewRequest: PictureRequest = { preset: 'share', densities: [1] }

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

type SizedImage = Size & { src: string }

const sourcesCache = new WeakMap<object, Map<string, Sources>>() // by shell and request
const maxCachedSources = 5000

/**
 * Finds a picture's addresses. A provider or preset that does not exist, and no densities at all, are mistakes of a
 * page. Those of recent pictures are kept, since cards show the same ones on many pages.
 */
export function pictureOf(image: SizedImage, request: PictureRequest): Sources {
  const cache = getOrInsert(sourcesCache, site().shell, () => new Map())
  if (cache.size >= maxCachedSources) cache.clear()
  const { src, width, height } = image
  const { preset, provider, placeholder, densities } = request
  const key = `${src} ${width} ${height} ${preset} ${provider} ${placeholder} ${densities}`
  return getOrInsert(cache, key, () => sourcesOf(image, request))
}

function sourcesOf(
  image: SizedImage,
  { preset: name, provider = site().shell.pictureProvider, densities = usual, placeholder: wanted }: PictureRequest,
): Sources {
  const address = Object.hasOwn(providers, provider) ? providers[provider] : undefined
  if (!address) throw new Error(`unknown image provider "${provider}"`)
  const preset: Preset | undefined = Object.hasOwn(presets, name) ? presets[name] : undefined
  if (!preset) throw new Error(`unknown image preset "${name}"`)
  if (densities.length === 0) throw new Error('a picture needs at least one density')
  const box = preset.box ?? (image.width || preset.uncropped ? undefined : assumedSize)
  const candidates = new Map<string, string>()
  for (const [width, descriptor] of candidateWidths(preset, densities, image, box)) {
    candidates.set(address(image.src, modifiersOf(preset, width, box)), descriptor)
  }
  const entries = [...candidates]
  // The fallback for browsers without srcset: a width in the middle.
  const src = entries[preset.widths ? entries.length >> 1 : 0]?.[0] ?? image.src
  const sources: Sources = { src, ...sizeOf(image, src === image.src ? undefined : box) }
  if (entries.length > 1) {
    sources.srcSet = entries.map((offer) => offer.join(' ')).join(', ')
    if (preset.widths) sources.sizes = preset.sizesIn?.[site().shell.layoutType] ?? preset.sizes
    if (preset.widths && provider === 'files' && !preset.format) {
      sources.avif = sources.srcSet.replaceAll('/_ipx/', '/_ipx/f_avif,')
    }
    if (wanted ?? preset.placeholder) sources.placeholder = address(image.src, placeholder)
  }
  return sources
}

/** Yields the widths of a source with their descriptors; a source smaller than all of them is offered as it is. */
function* candidateWidths(
  { widths, box: own }: Preset,
  densities: readonly number[],
  image: Size,
  box?: readonly [number, number],
): Generator<[width: number, descriptor: string]> {
  const limit = maxWidth(image, box)
  if (!widths) {
    const [one] = own ?? [image.width]
    for (const [at, density] of densities.entries()) {
      if (at === 0 || density * one <= limit) yield [Math.round(density * one), `${density}x`]
    }
    return
  }
  for (const width of widths) if (width <= limit) yield [width, `${width}w`]
  const largest = Math.max(...widths)
  if (limit < largest) {
    const width = Math.max(Math.floor(limit), 1)
    yield [width, `${width}w`]
  }
}

/** Returns the greatest width of a source in the box's proportions. */
function maxWidth({ width, height }: Size, box?: readonly [number, number]): number {
  if (!width) return Infinity
  return box ? Math.min(width, (height * box[0]) / box[1]) : width
}

function sizeOf(image: Size, box?: readonly [number, number]) {
  if (!box) return { width: image.width, height: image.height }
  const width = Math.max(Math.round(Math.min(box[0], maxWidth(image, box))), 1)
  return { width, height: Math.max(Math.round((width * box[1]) / box[0]), 1) }
}
