/** Runs work of a name in one tab at a time; at once in a browser that has no locks. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager | null }
  return locks ? await locks.request(name, work) : await work()
}
