import { Island } from '../../components/island'
import { ResetShell } from '../../components/reset-shell'

export function Page() {
  return (
    <div className="wrap">
      <Island name="reset-password" props={{}} shell={<ResetShell />} />
    </div>
  )
}
