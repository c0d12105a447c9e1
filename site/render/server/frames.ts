import { readSync, writeSync } from 'node:fs'

// Frames of the protocol that render/server/worker.ts describes: a little-endian u32 length, then that many bytes.

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
      const read = whenReady(() => readSync(fd, buffer, end, buffer.length - end, null))
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

/** Returns what a read or a write does once its pipe, which may be in non-blocking mode, is ready. */
function whenReady(run: () => number): number {
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

function writeWhole(fd: number, bytes: Buffer): void {
  let at = 0
  while (at < bytes.length) at += whenReady(() => writeSync(fd, bytes, at))
}

let out = Buffer.allocUnsafe(1 << 20)

/** Writes one answer as a whole frame, in one call where the pipe allows it. */
export function writeAnswer(fd: number, id: number, status: 0 | 1, text: string): void {
  // No character of UTF-16 takes more than three bytes of UTF-8; counting them exactly would cost a pass.
  const most = text.length * 3 + 9
  if (out.length < most) out = Buffer.allocUnsafe(most * 2)
  const length = out.write(text, 9)
  out.writeUInt32LE(length + 5, 0)
  out.writeUInt32LE(id, 4)
  out.writeUInt8(status, 8)
  writeWhole(fd, out.subarray(0, length + 9))
}

export function writeFrame(fd: number, bytes: Buffer): void {
  const frame = Buffer.allocUnsafe(4 + bytes.length)
  frame.writeUInt32LE(bytes.length, 0)
  bytes.copy(frame, 4)
  writeWhole(fd, frame)
}
