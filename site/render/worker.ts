// Protocol between Go (internal/render/worker.go) and this worker, over stdin and stdout; stderr is for logs.
// Little-endian. Every frame is a u32 length of what follows.
//  1. Go → Node, first frame: JSON {"protocol":1,"shells":[Shell,…]}. Node → Go: JSON {"protocol":1}.
//  2. Request: u32 id, u32 shell index, payload JSON. Answer: u32 id, u8 status (0 HTML, 1 error message), UTF-8 bytes.
//     Answers come in the order of the requests; many requests may wait in the pipe.
// The end of stdin ends the worker with status 0.

import { readFileSync, readSync, writeSync } from 'node:fs'
import { setIslandRenderer } from '../lib/islands'
import type { Payload } from '../lib/payload'
import type { Shell } from '../lib/payload.gen'
import type { Bundle } from './bundle'
import { renderDocument } from './document'
import { loadIslandViews } from './island-views'

const protocol = 1

/** Gives the frames of fd one by one, each valid until the next is asked for. Reads in big chunks. */
function* frames(fd: number): Generator<Buffer> {
  let buffer = Buffer.allocUnsafe(1 << 20)
  let start = 0
  let end = 0
  for (;;) {
    while (end - start < 4 || end - start < 4 + buffer.readUInt32LE(start)) {
      const wanted = end - start < 4 ? 4 : 4 + buffer.readUInt32LE(start)
      if (start > 0 && start + wanted > buffer.length) {
        buffer.copy(buffer, 0, start, end)
        end -= start
        start = 0
      }
      if (wanted > buffer.length) buffer = Buffer.concat([buffer.subarray(start, end)], wanted * 2)
      const read = readChunk(fd, buffer, end)
      if (read === 0) {
        if (end > start) throw new Error('stdin ended inside a frame')
        return
      }
      end += read
    }
    const length = buffer.readUInt32LE(start)
    yield buffer.subarray(start + 4, start + 4 + length)
    start += 4 + length
    if (start === end) start = end = 0
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4))

// A pipe may be in non-blocking mode, and a terminal's end comes as EOF.
function readChunk(fd: number, buffer: Buffer, at: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, at, buffer.length - at, null)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 1)
    }
  }
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 1)
    }
  }
}

let out = Buffer.allocUnsafe(1 << 20)

/** Writes one answer as a whole frame, in one call where the pipe allows it. */
function answer(fd: number, id: number, status: 0 | 1, text: string): void {
  const length = Buffer.byteLength(text)
  if (out.length < length + 9) out = Buffer.allocUnsafe((length + 9) * 2)
  out.writeUInt32LE(length + 5, 0)
  out.writeUInt32LE(id, 4)
  out.writeUInt8(status, 8)
  out.write(text, 9)
  writeWhole(fd, out.subarray(0, length + 9))
}

function greet(fd: number): void {
  const hello = Buffer.from(JSON.stringify({ protocol }))
  const frame = Buffer.alloc(4 + hello.length)
  frame.writeUInt32LE(hello.length, 0)
  hello.copy(frame, 4)
  writeWhole(fd, frame)
}

function readShells(frame: Buffer | undefined): Shell[] {
  if (!frame) throw new Error('stdin ended before the first frame')
  const first = JSON.parse(frame.toString()) as { protocol: number; shells: Shell[] }
  if (first.protocol !== protocol) throw new Error(`protocol ${first.protocol} asked for, this worker speaks ${protocol}`)
  return first.shells
}

function render(frame: Buffer, shells: Shell[], bundle: Bundle): string {
  const index = frame.readUInt32LE(4)
  const shell = shells[index]
  if (!shell) throw new Error(`no shell ${index}`)
  return renderDocument(JSON.parse(frame.toString('utf8', 8)) as Payload, shell, bundle)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const bundle = JSON.parse(readFileSync(new URL('../bundle.json', import.meta.url), 'utf8')) as Bundle
setIslandRenderer(await loadIslandViews())

const input = frames(0)
const shells = readShells(input.next().value as Buffer | undefined)
greet(1)
for (const frame of input) {
  const id = frame.readUInt32LE(0)
  let html: string
  try {
    html = render(frame, shells, bundle)
  } catch (error) {
    answer(1, id, 1, messageOf(error))
    continue
  }
  answer(1, id, 0, html)
}
