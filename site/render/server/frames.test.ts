import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerWriter, frames, writeFrame } from './frames'
import { SharedText } from './shared-text'

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
  it('are read one by one, in order, whatever their size', () => {
    const bodies = [1, 0, 70_000, 900_000, 3_000_000, 5].map((size, at) => Buffer.alloc(size, at + 1))
    const path = join(folder, 'sizes')
    writeFileSync(path, Buffer.concat(bodies.map(frame)))
    const fd = openSync(path, 'r')
    let at = 0
    for (const body of frames(fd)) expect(body.equals(bodies[at++] as Buffer)).toBe(true)
    expect(at).toBe(bodies.length)
  })

  it('are none if the stream is empty', () => {
    expect(read(Buffer.alloc(0))).toEqual([])
  })

  it('throw if the stream ends inside a frame', () => {
    expect(() => read(frame(Buffer.from('whole')).subarray(0, 7))).toThrow('stdin ended inside a frame')
    expect(() => read(Buffer.from([9, 0]))).toThrow('stdin ended inside a frame')
  })
})

/** The lengths and numbers of an answer's parts, and their texts. */
function partsOf(bytes: Buffer): (number | string)[] {
  const parts: (number | string)[] = []
  let at = 9
  const number = () => bytes.readInt32LE((at += 4) - 4)
  const text = () => {
    const length = number()
    return bytes.toString('utf8', at, (at += length))
  }
  let known = 0
  while (at < bytes.length) {
    const length = bytes.readInt32LE(at)
    if (length >= 0) {
      parts.push(text())
      continue
    }
    parts.push(number())
    if (~length === known) known = parts.push(text()) && known + 1
    parts.push(number(), number())
  }
  return parts
}

describe('answers', () => {
  it('carry the id, the status and UTF-8 texts with their length in bytes', () => {
    const text = 'صحراء — dunes 🐪'
    const bytes = written((fd) => answerWriter(fd)(7, 1, text, '', 'x'))
    expect(bytes.readUInt32LE(0)).toBe(bytes.length - 4)
    expect(bytes.readUInt32LE(4)).toBe(7)
    expect(bytes[8]).toBe(1)
    expect(partsOf(bytes)).toEqual([text, '', 'x'])
  })

  it('carry a shared text once and then refer to it by number', () => {
    const [header, footer] = [new SharedText('صحراء'), new SharedText('foot')]
    const bytes = written((fd) => answerWriter(fd)(1, 0, header.part(0, 4), 'a', footer.part(), header.part(4)))
    expect(partsOf(bytes)).toEqual([-1, 'صحراء', 0, 4, 'a', -2, 'foot', 0, 4, -1, 4, 10])
  })

  it('carry shared texts inline beyond a total of 16 MB', () => {
    const large = new SharedText('x'.repeat((16 << 20) + 1))
    const bytes = written((fd) =>
      answerWriter(fd)(1, 0, large.part(0, 1), new SharedText('foot').part(1), large.part(1, 2)),
    )
    expect(partsOf(bytes).filter((part) => String(part).length < 9)).toEqual([-1, 0, 1, 'oot', -1, 1, 2])
  })

  it('can be larger than 4 MB', () => {
    const text = 'ع'.repeat(2_000_000)
    expect(written((fd) => answerWriter(fd)(1, 0, text)).length).toBe(4_000_013)
  })

  it('are readable as frames', () => {
    const bytes = written((fd) => writeFrame(fd, Buffer.from('{"protocol":2}')))
    expect(read(bytes).map(String)).toEqual(['{"protocol":2}'])
  })
})
