import { expect } from 'vitest'
import { runApiCommand } from './booking'

interface Mail {
  name: string
}

/** Waits for a mail of a kind to an address and returns the link in the latest one. */
export async function mailedLink(kind: string, address: string): Promise<string> {
  let name: string | undefined
  const latest = async () => {
    const mails = JSON.parse(await runApiCommand(['mail', 'list', '--to', address, '--json'])) as Mail[]
    name = mails.find((mail) => mail.name.includes(`-${kind}-`))?.name
    return name
  }
  await expect.poll(latest, { message: `${kind} to ${address}` }).toBeDefined()
  const { text } = JSON.parse(await runApiCommand(['mail', 'show', name ?? '', '--json'])) as { text: string }
  const link = /https?:\/\/\S+(?:[?&](?:open|token|access|negotiation)=|\/links\/)[\w.~/?=-]+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in the mail:\n${text}`)
  return link
}
