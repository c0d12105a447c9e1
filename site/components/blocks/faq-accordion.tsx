import type { FAQEntry } from '../../lib/payload.gen'
import { Icon } from '../ui/icon'
import { UnpublishedMark } from './unpublished-mark'

/** Questions that open in place, without script. */
export function FaqAccordion({ entries }: { entries: FAQEntry[] }) {
  return (
    <div className="faq">
      {entries.map(({ id, question, answer, writtenIn, unpublished }) => (
        <details key={id} id={id}>
          <summary>
            <h3 {...writtenIn}>{question}</h3>
            <Icon name="chevron" />
          </summary>
          <UnpublishedMark reasons={unpublished} />
          <div className="prose" {...writtenIn} dangerouslySetInnerHTML={{ __html: answer }} />
        </details>
      ))}
    </div>
  )
}
