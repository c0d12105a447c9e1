import { api, type Schemas } from '../../features/http/api'

export type NegotiationInput = Schemas['NegotiationInput']

/** Sends a price request and returns its reference. It fails as adding to the cart does. */
export async function askForPrice(input: NegotiationInput): Promise<string> {
  const { reference } = await api('POST', '/negotiations', { body: input })
  return reference
}
