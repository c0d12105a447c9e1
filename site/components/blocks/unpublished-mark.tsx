import type { Unpublished } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  /** Why a page, or a part of one, is in no published build. */
  reasons: Unpublished[] | undefined
}

/** Marks what editors alone see, in builds for looking. */
export function UnpublishedMark({ reasons = [] }: Props) {
  const [reason] = reasons
  return reason && <p className="unpublished strong">{site().t(`unpublished.${reason}`)}</p>
}
