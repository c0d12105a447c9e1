import { Island } from '../../components/island'
import { ResetFallback } from '../../islands/reset-password/fallback'

export function Page() {
  return (
    <div className="wrap">
      <Island name="reset-password" fallback={<ResetFallback />} />
    </div>
  )
}
