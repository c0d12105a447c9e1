// A Vendure shop over HTTP for tools/benchshop: node serve.mjs <file>. The file is JSON with the database's options and
// the products. It fills the empty database, prints its address, and serves until standard input ends.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import vendure from '@vendure/core'

const {
  bootstrap,
  configureDefaultOrderProcess,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  FastImporterService,
  JobQueueService,
  LogLevel,
  Populator,
  RequestContextService,
  SearchService,
  TransactionalConnection,
  TaxCategory,
} = vendure

const { database, products } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const stock = 10_000_000

const app = await bootstrap({
  apiOptions: { hostname: '127.0.0.1', port: 0, introspection: false },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'bench', password: randomUUID() },
  },
  dbConnectionOptions: { ...database, synchronize: true, logging: false },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  // Tours are not shipped.
  orderOptions: { process: [configureDefaultOrderProcess({ arrangingPaymentRequiresShipping: false })] },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }), DefaultSearchPlugin],
})
const get = (service) => app.get(service, { strict: false })

await get(Populator).populateInitialData({
  defaultLanguage: 'en',
  defaultZone: 'Gulf',
  countries: [{ code: 'AE', name: 'United Arab Emirates', zone: 'Gulf' }],
  taxRates: [{ name: 'No tax', percentage: 0 }],
  shippingMethods: [],
  paymentMethods: [
    {
      name: 'Card',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
})
const importer = get(FastImporterService)
await importer.initialize()
const connection = get(TransactionalConnection).rawConnection
const [tax] = await connection.getRepository(TaxCategory).find()
for (const p of products) {
  const id = await importer.createProduct({
    enabled: true,
    facetValueIds: [],
    assetIds: [],
    translations: [{ languageCode: 'en', name: p.title, slug: p.slug, description: p.description }],
  })
  await importer.createProductVariant({
    productId: id,
    sku: p.slug,
    price: p.price,
    taxCategoryId: tax.id,
    stockOnHand: stock,
    trackInventory: 'TRUE',
    facetValueIds: [],
    optionIds: [],
    assetIds: [],
    translations: [{ languageCode: 'en', name: p.title }],
  })
}

// The jobs' worker is in this process: one server.
await get(JobQueueService).start()
await get(SearchService).reindex(await get(RequestContextService).create({ apiType: 'admin' }))
const address = `http://127.0.0.1:${app.getHttpServer().address().port}`
const unfinished = () => connection.getRepository('JobRecord').countBy({ isSettled: false })
for (let i = 0; (await unfinished()) > 0; i++) {
  if (i === 600) throw new Error('the search index is not filled')
  await new Promise((resolve) => setTimeout(resolve, 100))
}
console.log(address)
process.stdin.resume().on('end', () => process.exit(0))
