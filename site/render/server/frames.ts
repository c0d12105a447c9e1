import { readSync, writeSync } from 'node:fs'
import type { Part, SharedPart } from './shared-text'

// Frames of the protocol that internal/build/render/worker.go describes: a little-endian u32 length and as many bytes.

/** Yields the frames of fd one by one, each valid until the next. Reads in big chunks. */
export function* frames(fd: number): Generator<Buffer> {
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
      const read = retryUntilReady(() => readSync(fd, buffer, end, buffer.length - end, null))
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

/** Returns the result of a read or a write, which it repeats until its pipe, which may be non-blocking, is ready. */
function retryUntilReady(run: () => number): number {
  for (;;) {
    try {
      return run()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0 // the end of a terminal
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 1)
    }
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  let at = 0
  while (at < bytes.length) at += retryUntilReady(() => writeSync(fd, bytes, at))
}

/** How many bytes of shared texts are sent once; further ones are sent with each document. */
const maxSharedBytes = 16 << 20

/** Returns a function that writes answers, each as a whole frame, in one call if the pipe allows it. */
export function answerWriter(fd: number): (id: number, status: 0 | 1, ...parts: Part[]) => void {
  let out = Buffer.allocUnsafe(1 << 20)
  let end = 0
  let texts = 0
  let sharedBytes = 0

  const ensureRoom = (wanted: number) => {
    if (end + wanted > out.length) out = Buffer.concat([out.subarray(0, end)], (end + wanted) * 2)
  }
  const putText = (text: string) => {
    // No character of UTF-16 takes more than three bytes of UTF-8; counting them exactly would cost a pass.
    ensureRoom(text.length * 3 + 4)
    const length = out.write(text, end + 4)
    end = out.writeInt32LE(length, end) + length
  }
  const putShared = ({ text, from, to }: SharedPart) => {
    ensureRoom(text.bytes.length + 16)
    const sent = text.sentIndex !== undefined
    const place = (text.sentIndex ??= texts++)
    end = out.writeInt32LE(~place, end)
    if (!sent) {
      sharedBytes += text.bytes.length
      end = out.writeUInt32LE(text.bytes.length, end)
      end += text.bytes.copy(out, end)
    }
    end = out.writeUInt32LE(to, out.writeUInt32LE(from, end))
  }

  return (id, status, ...parts) => {
    end = out.writeUInt8(status, out.writeUInt32LE(id, 4))
    for (const part of parts) {
      if (typeof part === 'string') putText(part)
      else if (part.text.sentIndex === undefined && sharedBytes > maxSharedBytes) putText(part.toString())
      else putShared(part)
    }
    out.writeUInt32LE(end - 4, 0)
    writeAll(fd, out.subarray(0, end))
  }
}

export function writeFrame(fd: number, bytes: Buffer): void {
  const frame = Buffer.allocUnsafe(4 + bytes.length)
  frame.writeUInt32LE(bytes.length, 0)
  bytes.copy(frame, 4)
  writeAll(fd, frame)
}
