import type { Unpublished } from '../../lib/payload.gen'
import { t } from '../../lib/site'

interface Props {
  /** Why a page, or a part of one, is left out of published builds. */
  reasons: Unpublished[] | undefined
}

/** Marks content that only editors see, in previews. */
export function UnpublishedMark({ reasons = [] }: Props) {
  const [reason] = reasons
  return reason && <p className="unpublished strong">{t(`unpublished.${reason}`)}</p>
}
