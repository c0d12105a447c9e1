import { site } from '../../lib/site'

const steps = ['details', 'payment', 'done'] as const

/** How far a booking is: its details are being asked. */
export function Steps() {
  const { t } = site()
  return (
    <ol className="steps" aria-label={t('checkout.steps')}>
      {steps.map((step) => (
        <li key={step} aria-current={step === 'details' ? 'step' : undefined}>
          {t(`checkout.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}
