import { site } from '../lib/site'

const steps = ['details', 'payment', 'done'] as const

/** How far a booking is. */
export function Steps({ at }: { at: (typeof steps)[number] }) {
  const { t } = site()
  return (
    <ol className="steps" aria-label={t('checkout.steps')}>
      {steps.map((step) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          {t(`checkout.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}
