/** Valid keys that complete the small catalogue, so that every key of the schemas occurs: by file. */
export const additions: Record<string, Record<string, unknown> | unknown[]> = {
  'products/dunes/product.yaml': {
    status: 'AVAILABLE',
    guideLanguages: ['en'],
    aliases: ['/old/dunes'],
    related: ['walk'],
    occasions: ['couples'],
    minimumDuration: '2h',
    pickup: {
      included: true,
      points: [{ id: 'hotel', minutesBefore: 30, latitude: 25, longitude: 55, times: [{ time: '14:00' }] }],
    },
  },
  'products/dunes/en.md': { pickupPoints: { hotel: 'Any hotel' } },
  'products/dunes/ar.md': { pickupPoints: { hotel: 'أي فندق' } },
  'terms.yaml': { tags: { desert: { name: { en: 'Desert', ar: 'صحراء' } } } },
  'occasions.yaml': { couples: { en: 'Couples', ar: 'للأزواج' } },
  'pages/our-team/page.yaml': { deployments: ['wayfare'] },
  'search.yaml': {
    en: {
      synonyms: [['atv', 'quad']],
      names: [
        { words: ['romantic'], occasions: ['couples'] },
        { words: ['cheap'], sort: 'price' },
      ],
      filler: ['tickets'],
      popular: ['dunes'],
    },
  },
  'deployments/wayfare.yaml': {
    exchange: { date: '2026-11-20', rates: { USD: '0.27' } },
    payments: ['card', 'pay_later'],
    payLater: { beforeStart: '48h' },
    sells: { cities: ['dubai'] },
    theme: { radius: 4 },
    menu: [{ to: '/about' }],
    footer: [{ title: { en: 'Us', ar: 'نحن' }, links: [{ to: '/about' }] }],
    social: [{ name: 'Instagram', to: 'https://www.instagram.com/wayfare' }],
    pictureProvider: 'ipx',
  },
}
