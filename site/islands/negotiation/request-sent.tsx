import { Interpolate } from '../../components/ui/interpolate'
import { Amount } from '../../components/ui/amount'
import { Button } from '../../components/ui/button'
import { Icon } from '../../components/ui/icon'
import { formatFullDate } from '../../features/order/booking'
import { formatTime } from '../../lib/i18n/format'
import { focusShown } from '../../features/forms/focus-first'
import { t } from '../../lib/site'
import { quantityTexts } from '../../lib/i18n/units'
import { withCounts } from '../../features/booking/counts'
import type { TicketProduct } from '../../features/booking/ticket-product'
import type { SentRequest } from './use-negotiation'
import { Fact, Lines } from '../../features/order/fact'

interface Props {
  sent: SentRequest
  product: TicketProduct
  onAgain: () => void
}

/** The confirmation of a price request: what happens next, and the request itself. */
export function RequestSent({ sent, product, onAgain }: Props) {
  return (
    <>
      <div className="ticket-body request-sent">
        <h2 ref={focusShown} tabIndex={-1}>
          <Icon name="check" />
          {t('negotiation.sent')}
        </h2>
        <p>
          <Interpolate
            message={(placeholders) => t('negotiation.sentText', placeholders)}
            values={{ email: <bdi className="strong">{sent.email}</bdi> }}
          />
        </p>
        <p className="small muted">{t('negotiation.spam')}</p>
      </div>
      <hr className="tear" />
      <div className="ticket-body">
        <RequestFacts sent={sent} product={product} />
        <Button variant="outlined" className="ticket-action" label={t('negotiation.again')} onClick={onAgain} />
      </div>
    </>
  )
}

function RequestFacts({ sent, product }: Omit<Props, 'onAgain'>) {
  const { reference, choice, draft, offer } = sent
  const { currency, currencyExponent: exponent } = product
  return (
    <dl className="booking-facts">
      <Fact name={t('negotiation.reference')}>
        <bdi className="strong reference">{reference}</bdi>
      </Fact>
      <Fact name={t('negotiation.what')}>{draft.option.title}</Fact>
      <Fact name={t('negotiation.when')}>
        <span className="block">{formatFullDate(choice.date)}</span>
        {choice.startTime && <bdi className="block">{formatTime(choice.startTime)}</bdi>}
      </Fact>
      <Fact name={t('negotiation.who')}>
        <Lines texts={quantityTexts(withCounts(draft.option.units, draft.units))} />
      </Fact>
      {offer !== undefined && (
        <Fact name={t('negotiation.offered')}>
          <Amount exact money={{ amount: offer, currency, exponent }} />
        </Fact>
      )}
    </dl>
  )
}
