import { Island } from '../../components/island'
import { ResultFallback } from '../../islands/result/fallback'
import type { Plain } from '../../lib/payload.gen'

interface Props {
  payload: Plain
}

export function Page({ payload }: Props) {
  const page = payload.outcome === 'success' || payload.outcome === 'on_hold' ? payload.outcome : 'error'
  return (
    <div className="wrap">
      <Island name="result" props={{ page }} fallback={<ResultFallback />} />
    </div>
  )
}
