import { NotFoundView } from '../../components/not-found-view'

export function Page() {
  return <NotFoundView />
}
