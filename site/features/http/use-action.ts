import { useRef, useState } from 'react'
import { problemOf, type Problem } from './api'

/**
 * The one hook for acting on the API: one action at a time, and why the last one failed. `run` resolves to the problem,
 * or undefined; during an action it starts no other. An action is not aborted when its component unmounts: it may have done its work, and its caller keeps
 * the answer.
 */
export function useAction() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const running = useRef(false)
  const run = async (work: () => Promise<unknown>): Promise<Problem | undefined> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    const failure = await work().then(() => undefined, problemOf)
    running.current = false
    setBusy(false)
    setProblem(failure)
    return failure
  }
  return { busy, problem, run }
}
