import { beforeEach, describe, expect, it } from 'vitest'
import { pictureOf, linkPreviewRequest, type PictureRequest } from './image'
import { modifiersForScripts } from './image-modifiers'
import { presets, type PresetName } from './image-presets'
import { shell } from '../shell.fixture'
import en from '../../locales/en.json'
import { setSite } from '../site'

const image = { src: '/media/dunes.0123456789.webp', width: 1600, height: 1067 }
const remote = { src: 'https://images.example.com/a b.jpg?x=1,2', width: 0, height: 0 }
const at = (modifiers: string) => `/_ipx/${modifiers}/media/dunes.0123456789.webp`

beforeEach(() => setSite(shell, en))

describe('a picture', () => {
  it('has sources by density if its box has a fixed size', () => {
    expect(pictureOf(image, { preset: 'thumb' })).toEqual({
      src: at('s_96x72'),
      srcSet: `${at('s_96x72')} 1x, ${at('s_192x144')} 2x`,
      width: 96,
      height: 72,
    })
    expect(pictureOf(image, { preset: 'thumb', densities: [1, 3] }).srcSet).toContain(`${at('s_288x216')} 3x`)
    expect(pictureOf(image, { preset: 'thumb', densities: [2] })).toMatchObject({ src: at('s_192x144'), width: 96 })
  })

  it('has sources by width, all cropped alike, if its box has a fluid size', () => {
    const { srcSet, sizes, width, height } = pictureOf(image, { preset: 'card' })
    expect(srcSet).toBe(
      `${at('s_320x240')} 320w, ${at('s_480x360')} 480w, ${at('s_680x510')} 680w, ${at('s_960x720')} 960w`,
    )
    expect(sizes).toBe(presets.card.sizes)
    expect([width, height]).toEqual([320, 240])
  })

  it('keeps its proportions in all sources if the preset does not crop it', () => {
    const { srcSet, width, height } = pictureOf(image, { preset: 'hero' })
    expect(srcSet).toBe(`${at('w_480')} 480w, ${at('w_800')} 800w, ${at('w_1200')} 1200w, ${at('w_1600')} 1600w`)
    expect([width, height]).toEqual([1600, 1067])
  })

  it('has no source that is larger than the original', () => {
    const small = { ...image, width: 1000, height: 500 }
    expect(pictureOf(small, { preset: 'hero' }).srcSet).toBe(
      `${at('w_480')} 480w, ${at('w_800')} 800w, ${at('w_1000')} 1000w`,
    )
    expect(pictureOf(small, { preset: 'card' }).srcSet).toBe(
      `${at('s_320x240')} 320w, ${at('s_480x360')} 480w, ${at('s_666x500')} 666w`,
    )
    const tiny = pictureOf({ ...image, width: 90, height: 90 }, { preset: 'label' })
    expect(tiny).toEqual({ src: at('s_240x160'), width: 90, height: 60 })
  })

  it("has the sizes of the deployment's layout", () => {
    setSite({ ...shell, layoutType: 'supplier-classic' }, en)
    expect(pictureOf(image, { preset: 'hero' }).sizes).toBe(presets.hero.sizesIn['supplier-classic'])
  })

  it('has sources with its full URL, and a default size, if it is on another host', () => {
    const { srcSet, width, height } = pictureOf(remote, { preset: 'article' })
    const source = 'https%3A%2F%2Fimages.example.com%2Fa%20b.jpg%3Fx%3D1%2C2'
    expect(srcSet?.split(', ')[0]).toBe(`/_ipx/s_480x320/${source} 480w`)
    expect([width, height]).toEqual([1200, 800])
    // Large pictures are not cropped.
    expect(pictureOf(remote, { preset: 'lightbox' })).toMatchObject({
      src: `/_ipx/w_1200/${source}`,
      width: 0,
      height: 0,
    })
    expect(pictureOf(remote, { preset: 'measure' }).src).toBe(`/_ipx/w_480/${source}`)
  })

  it('stays unchanged if it is an SVG', () => {
    const logo = { src: '/media/logo.0123456789.svg', width: 40, height: 40 }
    expect(pictureOf(logo, { preset: 'thumb' })).toEqual(logo)
  })

  it('is a JPEG of 1200 by 630 in link previews', () => {
    expect(pictureOf(image, linkPreviewRequest)).toEqual({ src: at('f_jpeg,s_1200x630'), width: 1200, height: 630 })
  })
})

describe('a placeholder', () => {
  it('has 10 by 10 pixels, quality 50 and blur 3', () => {
    expect(pictureOf(image, { preset: 'lightbox' }).placeholder).toBe(at('s_10x10,q_50,blur_3'))
  })

  it('exists for large pictures, or if the caller requests it', () => {
    expect(pictureOf(image, { preset: 'card' }).placeholder).toBeUndefined()
    expect(pictureOf(image, { preset: 'card', placeholder: true }).placeholder).toBe(at('s_10x10,q_50,blur_3'))
    expect(pictureOf(image, { preset: 'lightbox', placeholder: false }).placeholder).toBeUndefined()
  })
})

describe('the picture provider', () => {
  it.each(Object.keys(presets) as PresetName[])('none returns only the original for the preset %s', (preset) => {
    expect(pictureOf(image, { preset, provider: 'none' })).toEqual(image)
  })

  it('files adds AVIF sources for pictures of fluid size', () => {
    const { srcSet, avif } = pictureOf(image, { preset: 'article', provider: 'files' })
    expect(srcSet?.split(', ')[0]).toBe(`${at('w_480')} 480w`)
    expect(avif?.split(', ')).toEqual([480, 800, 1200, 1600].map((width) => `${at(`f_avif,w_${width}`)} ${width}w`))
    for (const preset of ['thumb', 'label', 'share'] as const) {
      expect(pictureOf(image, { preset, provider: 'files' }).avif).toBeUndefined()
    }
    expect(pictureOf(image, { preset: 'article' }).avif).toBeUndefined()
  })

  it('is that of the deployment if the page names none', () => {
    setSite({ ...shell, pictureProvider: 'none' }, en)
    expect(pictureOf(image, { preset: 'card' }).src).toBe(image.src)
  })
})

describe('an invalid picture request', () => {
  it.each<[string, object]>([
    ['unknown image provider "cloud"', { preset: 'card', provider: 'cloud' }],
    ['unknown image preset "poster"', { preset: 'poster' }],
    ['unknown image preset "toString"', { preset: 'toString' }],
    ['unknown image provider "toString"', { preset: 'card', provider: 'toString' }],
    ['a picture needs at least one density', { preset: 'card', densities: [] }],
  ])('throws %s', (message, request) => {
    expect(() => pictureOf(image, request as PictureRequest)).toThrow(message)
  })
})

describe('the modifiers for scripts', () => {
  it('are those of the thumbnails in the cart and the suggestions', () => {
    const { srcSet } = pictureOf(image, { preset: 'thumb' })
    expect(modifiersForScripts().map((modifiers) => at(modifiers))).toEqual(
      srcSet?.split(', ').map((offer) => offer.split(' ')[0]),
    )
  })
})
