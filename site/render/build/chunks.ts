import type { Plugin } from 'vite'

const inFolder = (folder: string, ...modules: string[]) => modules.map((module) => `${folder}/${module}`)

/**
 * What islands load together goes into one file, which is packed better than many: 3 kB less on a product's page, 5 on
 * the cart. Modules are named without their extension; `*` is every module below a folder.
 */
const modulesOfChunk: Record<string, string[]> = {
  // What every island loads, of React or not. The pages that the router shows are elements, which our own serialiser
  // writes; React itself comes with the first island of its own.
  common: [
    'node_modules/react/jsx-runtime',
    'node_modules/react/cjs/react-jsx-runtime.production',
    ...inFolder('components', 'blocks/contact-links', 'product/map-anchor', 'product/price-from'),
    ...inFolder('components/ui', 'action-link', 'amount', 'button', 'icon'),
    ...inFolder('features/http', 'api', 'problems'),
    ...inFolder('lib/i18n', 'cancellation-policy', 'clock', 'format', 'latin-digits', 'load-messages', 'per', 'span'),
    'lib/browser/sleep',
    ...inFolder('lib/money', 'currency', 'currency-event', 'exchange', 'price'),
    ...inFolder('lib/navigation', 'dialog-history', 'page-payload'),
    'node_modules/i18next/*',
    'lib/i18n/i18n',
    ...inFolder('lib', 'get-or-insert', 'site'),
    'virtual:messages/lazy',
    'lib/i18n/message-tree',
    'lib/islands/island-contract',
  ],
  react: [
    ...inFolder('node_modules', 'react/*', 'react-dom/*', 'scheduler/*'),
    ...inFolder('render/client', 'load-island', 'react-root'),
    'islands/registry',
    'features/booking/ticket-product',
  ],
  // The entry has the bundler's loader as a file of its own.
  'preload-helper': ['preload-helper', 'lib/browser/storage'],
  stores: [
    ...inFolder('node_modules', 'nanostores/*', '@nanostores/react/*'),
    ...inFolder('features', 'account/session', 'cart/cart', 'forms/use-prefill', 'order/remembered-buyer'),
    'lib/navigation/mailed-link',
  ],
  ticket: [...inFolder('features/booking', 'buy-bar', 'ticket-summary', 'ticket-panel'), 'islands/ticket/ticket'],
  'ticket-form': [
    ...inFolder('features/booking', 'availability', 'date-field', 'day-slots', 'part-error', 'ticket-actions'),
    ...inFolder(
      'features/booking',
      'ticket-draft',
      'saved-draft',
      'option-choice',
      'pricing',
      'schedule',
      'ticket-error',
    ),
    ...inFolder('features/booking', 'quantity-fields', 'use-ticket-submission', 'use-ticket', 'ticket-frame'),
    ...inFolder('features/booking', 'start-times', 'waiting-list-button'),
    'islands/ticket/ticket-form',
    'lib/i18n/pickup-text',
  ],
  plain: [
    'components/blocks/empty-state',
    'components/ui/interpolate',
    'features/forms/text-field',
    'features/http/load-failure',
  ],
  'small-form': ['features/forms/sent', 'features/forms/small-form'],
  picture: ['components/ui/picture', 'lib/image/*', 'lib/document/placement'],
  filters: [
    ...inFolder('widgets/listing-filters', 'display-currency', 'filter-labels', 'filters', 'finder', 'filter-panel'),
    ...inFolder('widgets/listing-filters', 'filter-panel-input', 'listing-query', 'results', 'search-client'),
    'widgets/listing-filters/show-filter-panel',
  ],
  list: [
    'components/cards/*',
    ...inFolder('components/blocks', 'filter-bar', 'results-skeleton'),
    ...inFolder('components/product', 'rating-line'),
    'lib/product/timetable',
  ],
  form: ['features/cart/guest', ...inFolder('features/forms', 'focus-first', 'texts-of', 'use-form')],
  // What validates forms; some load it only once the visitor types.
  rules: ['node_modules/valibot/*', 'features/forms/rules'],
  booking: [
    'components/ui/disclosure',
    ...inFolder('features/booking', 'counts', 'stepper', 'unit-steppers'),
    ...inFolder('features/http', 'use-request'),
    ...inFolder('features/order', 'cancellation-deadlines', 'price-lines', 'sum'),
    ...inFolder('lib/i18n', 'ages', 'units'),
    'lib/navigation/navigate',
  ],
  order: [
    'components/blocks/section',
    'features/booking/pickup-places',
    ...inFolder('features/order', 'booking', 'booking-facts', 'cancellation-lines', 'fact', 'outcome', 'sums'),
  ],
}

const modulePattern = (path: string) => new RegExp(`[/\0]${path.replace('*', '.*')}\\.m?[jt]sx?$`)

/** The groups as the bundler takes them. */
export const chunkGroups = Object.entries(modulesOfChunk).map(([name, paths]) => ({
  name,
  test: new RegExp(paths.map((path) => modulePattern(path).source).join('|')),
}))

/**
 * Refuses a build in which a group names a module that does not exist: it was renamed, and would fall out of its file.
 */
export function checkChunkGroups(): Plugin {
  return {
    name: 'storefront:chunk-groups',
    apply: 'build',
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return
      const ids = [...this.getModuleIds()]
      for (const path of Object.values(modulesOfChunk).flat()) {
        const pattern = modulePattern(path)
        if (!ids.some((id) => pattern.test(id))) throw new Error(`no module of the build is named ${path}`)
      }
    },
  }
}
