import type { Plugin } from 'vite'

const each = (folder: string, ...modules: string[]) => modules.map((module) => `${folder}/${module}`)

/**
 * What islands load together goes into one file, which is packed better than many: 3 kB less on a product's page, 5 on
 * the cart. Modules are named without their extension; `*` is every module below a folder.
 */
const together: Record<string, string[]> = {
  // What every island loads, of React or not. The pages that the router shows are elements, which our own serialiser
  // writes; React itself comes with the first island of its own.
  common: [
    'node_modules/react/jsx-runtime',
    'node_modules/react/cjs/react-jsx-runtime.production',
    ...each('components', 'blocks/contact-ways', 'product/price-from'),
    ...each('components/ui', 'action-link', 'amount', 'button', 'icon'),
    ...each('features/http', 'api', 'problems'),
    ...each('lib/i18n', 'cancellation-policy', 'clock', 'format', 'latin-digits', 'load-messages', 'per', 'span'),
    'lib/browser/sleep',
    ...each('lib/money', 'currency', 'currency-event', 'exchange', 'price'),
    ...each('lib/navigation', 'dialog-history', 'page-payload'),
    'node_modules/i18next/*',
    'lib/i18n/i18n',
    ...each('lib', 'get-or-insert', 'site'),
    'virtual:messages/lazy',
    'lib/i18n/message-tree',
    'lib/islands/island-contract',
  ],
  react: [
    ...each('node_modules', 'react/*', 'react-dom/*', 'scheduler/*'),
    ...each('render/client', 'load-island', 'react-root'),
    'islands/registry',
    'features/booking/ticket-product',
  ],
  // The entry has the bundler's loader as a file of its own.
  'preload-helper': ['preload-helper', 'lib/browser/storage'],
  stores: [
    ...each('node_modules', 'nanostores/*', '@nanostores/react/*'),
    ...each('features', 'account/session', 'cart/cart', 'forms/use-prefill', 'order/remembered-buyer'),
    'lib/navigation/mailed-link',
  ],
  ticket: [...each('features/booking', 'buy-bar', 'ticket-summary', 'ticket-panel'), 'islands/ticket/ticket'],
  'ticket-form': [
    ...each('features/booking', 'availability', 'date-field', 'day-slots', 'part-error', 'ticket-actions'),
    ...each('features/booking', 'ticket-draft', 'kept-draft', 'option-choice', 'pricing', 'schedule', 'ticket-error'),
    ...each('features/booking', 'quantity-fields', 'use-adding', 'use-ticket', 'ticket-frame'),
    ...each('features/booking', 'start-times', 'waiting-list-button'),
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
    ...each('widgets/listing-filters', 'display-currency', 'filter-labels', 'filters', 'finder', 'filter-panel'),
    ...each('widgets/listing-filters', 'filter-panel-input', 'listing-query', 'results', 'search-client'),
    'widgets/listing-filters/show-filter-panel',
  ],
  list: [
    'components/cards/*',
    ...each('components/blocks', 'filter-bar', 'results-skeleton'),
    ...each('components/product', 'rating-line'),
    'lib/product/timetable',
  ],
  form: ['features/cart/guest', ...each('features/forms', 'focus-first', 'texts-of', 'use-form')],
  // What validates forms; some load it only once the visitor types.
  rules: ['node_modules/valibot/*', 'features/forms/rules'],
  booking: [
    'components/ui/disclosure',
    ...each('features/booking', 'counts', 'stepper', 'unit-steppers'),
    ...each('features/http', 'use-request'),
    ...each('features/order', 'cancellation-deadlines', 'price-lines', 'sum'),
    ...each('lib/i18n', 'ages', 'units'),
    'lib/navigation/navigate',
  ],
  order: [
    'components/blocks/section',
    'components/product/map-anchor',
    'features/booking/pickup-places',
    ...each('features/order', 'booking', 'booking-facts', 'cancellation-lines', 'fact', 'outcome', 'sums'),
  ],
}

const moduleOf = (path: string) => new RegExp(`[/\0]${path.replace('*', '.*')}\\.m?[jt]sx?$`)

/** The groups as the bundler takes them. */
export const chunkGroups = Object.entries(together).map(([name, paths]) => ({
  name,
  test: new RegExp(paths.map((path) => moduleOf(path).source).join('|')),
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
      for (const path of Object.values(together).flat()) {
        const pattern = moduleOf(path)
        if (!ids.some((id) => pattern.test(id))) throw new Error(`no module of the build is named ${path}`)
      }
    },
  }
}
