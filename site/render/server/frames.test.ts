import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { frames, writeAnswer, writeFrame } from './frames'

const folder = mkdtempSync(join(tmpdir(), 'frames-'))

function frame(body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  return Buffer.concat([head, body])
}

function read(bytes: Buffer): Buffer[] {
  const path = join(folder, 'in')
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  try {
    return [...frames(fd)].map((body) => body)
  } finally {
    closeSync(fd)
  }
}

function written(write: (fd: number) => void): Buffer {
  const path = join(folder, 'out')
  const fd = openSync(path, 'w')
  write(fd)
  closeSync(fd)
  return readFileSync(path)
}

describe('frames', () => {
  it('come one by one, in order, whatever their size', () => {
    const bodies = [1, 0, 70_000, 900_000, 3_000_000, 5].map((size, at) => Buffer.alloc(size, at + 1))
    const path = join(folder, 'sizes')
    writeFileSync(path, Buffer.concat(bodies.map(frame)))
    const fd = openSync(path, 'r')
    let at = 0
    for (const body of frames(fd)) expect(body.equals(bodies[at++] as Buffer)).toBe(true)
    expect(at).toBe(bodies.length)
  })

  it('end with the stream', () => {
    expect(read(Buffer.alloc(0))).toEqual([])
  })

  it('must not be cut short', () => {
    expect(() => read(frame(Buffer.from('whole')).subarray(0, 7))).toThrow('stdin ended inside a frame')
    expect(() => read(Buffer.from([9, 0]))).toThrow('stdin ended inside a frame')
  })
})

describe('answers', () => {
  it('carry id, status and UTF-8, and count bytes rather than characters', () => {
    const text = 'صحراء — dunes 🐪'
    const bytes = written((fd) => writeAnswer(fd, 7, 1, text))
    expect(bytes.readUInt32LE(0)).toBe(bytes.length - 4)
    expect(bytes.readUInt32LE(4)).toBe(7)
    expect(bytes[8]).toBe(1)
    expect(bytes.toString('utf8', 9)).toBe(text)
  })

  it('may be larger than any before', () => {
    const text = 'ع'.repeat(2_000_000)
    expect(written((fd) => writeAnswer(fd, 1, 0, text)).length).toBe(4_000_009)
  })

  it('are readable as frames', () => {
    const bytes = written((fd) => writeFrame(fd, Buffer.from('{"protocol":1}')))
    expect(read(bytes).map(String)).toEqual(['{"protocol":1}'])
  })
})
