import { api } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'

export type MessageInput = components['schemas']['MessageInput']

/** Writes to the shop. */
export async function sendMessage(input: MessageInput): Promise<void> {
  await api('/contact', { method: 'POST', body: input })
}
