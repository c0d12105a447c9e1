// Protocol between Go (internal/build/render/worker.go) and this worker, over stdin and stdout; stderr is for logs.
// Little-endian. Every frame is a u32 length of what follows.
//  1. Go → Node, first frame: JSON {"protocol":1,"shells":[Shell,…],"texts":{"fr":{…}}}. Node → Go: JSON {"protocol":1}.
//  2. Request: u32 id, u32 shell index, payload JSON. Answer: u32 id, u8 status (0 HTML, 1 error message), UTF-8 bytes.
//     Answers come in the order of the requests; many requests may wait in the pipe. A request with the index 0xffffffff
//     has the JSON of new shells, [Shell,…], in place of a payload; its answer has status 0 and no bytes.
// The end of stdin ends the worker with status 0.

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Payload } from '../../lib/payload'
import type { Shell } from '../../lib/payload.gen'
import type { Bundle } from '../build/bundle'
import { renderDocument } from './document'
import { frames, writeAnswer, writeFrame } from './frames'
import { useMessages, type Messages } from './messages'

const protocol = 1
const newShells = 0xffffffff

// Node 20, unlike later ones, builds in two thirds of the time without inlining.
if (Number.parseInt(process.versions.node) < 22) setFlagsFromString('--no-turbo-inlining')

function readShells(frame: Buffer | undefined): Shell[] {
  if (!frame) throw new Error('stdin ended before the first frame')
  const first = JSON.parse(frame.toString()) as { protocol: number; shells: Shell[]; texts?: Messages }
  if (first.protocol !== protocol)
    throw new Error(`protocol ${first.protocol} requested, this worker speaks ${protocol}`)
  useMessages(first.texts ?? {})
  return first.shells
}

function render(frame: Buffer): string {
  const index = frame.readUInt32LE(4)
  const data: unknown = JSON.parse(frame.toString('utf8', 8))
  if (index === newShells) {
    shells = data as Shell[]
    return ''
  }
  const shell = shells[index]
  if (!shell) throw new Error(`no shell ${index}`)
  return renderDocument(data as Payload, shell, bundle)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const bundle = JSON.parse(readFileSync(new URL('../bundle.json', import.meta.url), 'utf8')) as Bundle

const input = frames(0)
let shells = readShells(input.next().value as Buffer | undefined)
writeFrame(1, Buffer.from(JSON.stringify({ protocol })))
for (const frame of input) {
  const id = frame.readUInt32LE(0)
  let html: string
  try {
    html = render(frame)
  } catch (error) {
    writeAnswer(1, id, 1, messageOf(error))
    continue
  }
  writeAnswer(1, id, 0, html)
}
