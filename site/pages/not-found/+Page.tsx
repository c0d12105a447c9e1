export { NotFoundView as Page } from './not-found-view'
