import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { runApiCommand } from './booking'

let saved = 0

/** Clicks a link to a file, saves the download and returns its path. */
export async function saveDownload(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const path = join(inject('scratch'), 'downloads', `${++saved}-${download.suggestedFilename()}`)
  await download.saveAs(path)
  return path
}

/** Reports whether a file is a PDF. */
export async function isPdf(path: string): Promise<boolean> {
  return (await readFile(path)).subarray(0, 5).toString() === '%PDF-'
}

/** Verifies the code of a ticket's PDF and returns the output of the command. */
export async function verifyTicket(path: string): Promise<string> {
  return runApiCommand(['tickets', 'verify', '-'], await readCode(path))
}

/** Reads the QR code of a ticket's PDF. */
async function readCode(path: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run('pdftoppm', ['-r', '110', '-singlefile', path], {
    encoding: 'buffer',
    maxBuffer: 64 << 20,
  })
  const { pixels, width, height } = parsePixmap(stdout)
  const code = jsQR(pixels, width, height)
  if (!code) throw new Error('no code can be read on the ticket')
  return code.data
}

/** The pixels of a portable pixmap: "P6", its size and depth, three bytes each. */
function parsePixmap(ppm: Buffer): { pixels: Uint8ClampedArray; width: number; height: number } {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 64).toString('latin1'))
  if (!head) throw new Error('pdftoppm wrote no pixmap')
  const [all, width, height] = [head[0], Number(head[1]), Number(head[2])]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) pixels.set(ppm.subarray(all.length + 3 * i, all.length + 3 * i + 3), 4 * i)
  return { pixels, width, height }
}
