import type { Unpublished } from '../../lib/payload.gen'
import { t } from '../../lib/site'

/** Marks content that only editors see, in previews, with the reasons why published builds leave it out. */
export function UnpublishedMark({ reasons = [] }: { reasons: Unpublished[] | undefined }) {
  const [reason] = reasons
  return reason && <p className="unpublished strong">{t(`unpublished.${reason}`)}</p>
}
