import { api, type Schemas } from '../../features/http/api'

export type NegotiationInput = Schemas['NegotiationInput']

/** Asks for a price of something without a fixed one; gives the reference. Fails as putting it into the cart does. */
export async function askForPrice(input: NegotiationInput): Promise<string> {
  const { reference } = await api('POST', '/negotiations', { body: input })
  return reference
}
