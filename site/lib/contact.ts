import { api } from './api'
import type { components } from './api.gen'

export type MessageInput = components['schemas']['MessageInput']

/** Writes to the shop. */
export async function sendMessage(input: MessageInput): Promise<void> {
  await api('/contact', { method: 'POST', body: input })
}
