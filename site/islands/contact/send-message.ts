import { api, type Schemas } from '../../features/http/api'

export type MessageInput = Schemas['MessageInput']

/** Writes to the shop. */
export async function sendMessage(input: MessageInput): Promise<void> {
  await api('POST', '/contact', { body: input })
}
