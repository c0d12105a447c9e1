import type { Problem } from '../../features/http/api'

/** Reports whether a problem means that the booking cannot be changed any more. */
export function isGone(problem: Pick<Problem, 'code'> | undefined): boolean {
  return problem?.code === 'not_possible' || problem?.code === 'not_found'
}
