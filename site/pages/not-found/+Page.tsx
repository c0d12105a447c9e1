import { NotFoundView } from './not-found-view'

export function Page() {
  return <NotFoundView />
}
