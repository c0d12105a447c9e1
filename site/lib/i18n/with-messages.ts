/** A part of an island asks for messages that are no part of the island's group. */
export const messagesEvent = 'storefront:messages'

export interface MessagesWanted {
  group: string
  settle: (loaded: Promise<unknown>) => void
}

/** Resolves with a part of an island once its group of messages is loaded, too. */
export async function withMessages<T>(group: string, part: Promise<T>): Promise<T> {
  const messages = new Promise<unknown>((settle) => {
    document.dispatchEvent(new CustomEvent<MessagesWanted>(messagesEvent, { detail: { group, settle } }))
  })
  const [loaded] = await Promise.all([part, messages])
  return loaded
}
