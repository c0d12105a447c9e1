// The other half of internal/build/render, which describes the protocol between them, over stdin and stdout. stderr is
// for logs.

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Payload } from '../../lib/payload'
import type { Shell } from '../../lib/payload.gen'
import type { Bundle } from '../build/bundle'
import { documentParts } from './document'
import { answerWriter, frames, writeFrame } from './frames'
import { setContentMessages, type Messages } from './messages'
import type { Part } from './shared-text'

const protocol = 2
const newShells = 0xffffffff

// Node 20, unlike later ones, builds in two thirds of the time without inlining.
if (Number.parseInt(process.versions.node) < 22) setFlagsFromString('--no-turbo-inlining')

/** Reads the first frame and answers it. The builder reports it if the two have different versions. */
function readShells(frame: Buffer | undefined): Shell[] {
  if (!frame) throw new Error('stdin ended before the first frame')
  const first = JSON.parse(frame.toString()) as { protocol: number; shells: Shell[]; texts?: Messages }
  writeFrame(1, Buffer.from(JSON.stringify({ protocol })))
  if (first.protocol !== protocol) process.exit(1)
  setContentMessages(first.texts ?? {})
  return first.shells
}

function render(frame: Buffer): Part[] {
  const index = frame.readUInt32LE(4)
  const data: unknown = JSON.parse(frame.toString('utf8', 8))
  if (index === newShells) {
    shells = data as Shell[]
    return []
  }
  const shell = shells[index]
  if (!shell) throw new Error(`no shell ${index}`)
  return documentParts(data as Payload, shell, bundle)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const bundle = JSON.parse(readFileSync(new URL('../bundle.json', import.meta.url), 'utf8')) as Bundle

const input = frames(0)
let shells = readShells(input.next().value as Buffer | undefined)
const answer = answerWriter(1)
for (const frame of input) {
  const id = frame.readUInt32LE(0)
  let parts: Part[]
  try {
    parts = render(frame)
  } catch (error) {
    answer(id, 1, messageOf(error))
    continue
  }
  answer(id, 0, ...parts)
}
