import { Island } from '../../components/island'
import { ResultFallback } from '../../islands/result/fallback'
import type { PageProps } from '../../lib/payload'

export function Page({ payload }: PageProps<'result'>) {
  const page = payload.outcome === 'success' || payload.outcome === 'on_hold' ? payload.outcome : 'error'
  return (
    <div className="wrap">
      <Island name="result" props={{ page }} fallback={<ResultFallback />} />
    </div>
  )
}
