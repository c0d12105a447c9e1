import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { repository } from '../support/build'
import { waitUntilIdle } from '../support/quiet'
import { pathIn, type Deployment, type Language } from '../support/storefronts'
import { test } from '../support/visit'

const folder = join(repository, 'docs/pictures')
/** How heavy a picture of the README may be. */
const maxBytes = 80_000

interface ReadmePicture {
  name: string
  storefront: Deployment
  language: Language
  viewport: { width: number; height: number }
  deviceScaleFactor: number
}

/** The pictures that the README opens with. */
const pictures: ReadmePicture[] = [
  {
    name: 'phone-arabic',
    storefront: 'layl',
    language: 'ar',
    viewport: { width: 360, height: 720 },
    deviceScaleFactor: 1.5,
  },
  {
    name: 'desktop-english',
    storefront: 'wayfare',
    language: 'en',
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
  },
]

test.for(pictures)('$name', async ({ name, storefront, language, ...screen }, { visit }) => {
  const page = await visit(storefront, { reducedMotion: 'reduce', ...screen })
  await page.goto(pathIn(language, '/'))
  await waitUntilIdle(page)
  const picture = await toWebp(page, await page.screenshot({ animations: 'disabled' }))
  expect(picture.byteLength).toBeLessThan(maxBytes)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.webp`), picture)
})

/** Encodes a PNG anew; browsers take screenshots as PNG or JPEG only. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  return Buffer.from(await page.evaluate(encode, png.toString('base64')), 'base64')
}

async function encode(png: string): Promise<string> {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 })
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}
