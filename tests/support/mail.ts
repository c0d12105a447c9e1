import { expect } from 'vitest'
import { command } from './booking'

interface Mail {
  name: string
}

/** The link in the latest mail of a kind to an address, once it has come. */
export async function linkIn(kind: string, address: string): Promise<string> {
  let name: string | undefined
  const latest = async () => {
    const mails = JSON.parse(await command(['mail', 'list', '--to', address, '--json'])) as Mail[]
    name = mails.find((mail) => mail.name.includes(`-${kind}-`))?.name
    return name
  }
  await expect.poll(latest, { message: `${kind} to ${address}` }).toBeDefined()
  const { text } = JSON.parse(await command(['mail', 'show', name ?? '', '--json'])) as { text: string }
  const link = /https?:\/\/\S+(?:[?&](?:open|token|access|negotiation)=|\/links\/)[\w.~/?=-]+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in the mail:\n${text}`)
  return link
}
