import { NotFoundView } from '../../components/blocks/not-found-view'

export function Page() {
  return <NotFoundView />
}
