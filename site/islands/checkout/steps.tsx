import { site } from '../../lib/site'

/** The steps of a booking, of which checkout is the first. */
export function Steps({ withPayment }: { withPayment: boolean }) {
  const { t } = site()
  const next = withPayment ? (['payment', 'done'] as const) : (['done'] as const)
  return (
    <ol className="steps" aria-label={t('checkout.steps')}>
      <li aria-current="step">{t('checkout.step.details')}</li>
      {next.map((step) => (
        <li key={step}>{t(`checkout.step.${step}`)}</li>
      ))}
    </ol>
  )
}
