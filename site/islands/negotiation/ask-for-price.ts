import { api } from '../../features/http/api'
import type { components } from '../../features/http/api.gen'

export type NegotiationInput = components['schemas']['NegotiationInput']

/** Asks for a price of something without a fixed one; gives the reference. Fails as putting it into the cart does. */
export async function askForPrice(input: NegotiationInput): Promise<string> {
  const { reference } = await api<components['schemas']['Negotiation']>('/negotiations', {
    method: 'POST',
    body: input,
  })
  return reference
}
