import { countryName } from '../../lib/i18n/format'

// Calling codes with the countries that share them, the most likely country first: a number is the code of the
// countries after it, the next ones have the next code. From libphonenumber, which loads only when a phone number is
// typed; the test compares the two.
const callingCodeList = [
  '1 USAGAIASBBBMBSCADMDOGDGUJMKNKYLCMPMSPRSXTCTTVCVGVI 7 RUKZ 20 EG 27 ZA 30 GR NL BE FR ES 36 HU 39 ITVA RO CH',
  '43 AT GBGGIMJE DK SE NOSJ PL DE 51 PE MX CU AR BR CL CO VE 60 MY AUCCCX ID PH NZ SG TH 81 JP KR 84 VN 86 CN 90',
  'TR IN PK AF LK MM 98 IR 211 SS MAEH DZ 216 TN 218 LY 220 GM SN MR ML GN CI BF NE TG BJ MU LR SL GH NG TD CF CM',
  'CV ST GQ GA CG CD AO GW IO AC SC SD RW ET SO DJ KE TZ UG BI MZ 260 ZM MG REYT ZW NA MW LS BW SZ KM 290 SHTA ER',
  '297 AW FO GL 350 GI PT LU IE IS AL MT CY FIAX BG 370 LT LV EE MD AM BY AD MC SM 380 UA RS ME XK 385 HR SI BA',
  '389 MK 420 CZ SK 423 LI 500 FK BZ GT SV HN NI CR PA PM HT 590 GPBLMF BO GY EC GF PY MQ SR UY CWBQ 670 TL 672',
  'NF BN NR PG TO SB VU FJ PW WF CK NU 685 WS KI NC TV PF TK FM MH 850 KP 852 HK MO 855 KH LA 880 BD 886 TW 960',
  'MV LB JO SY IQ KW SA YE OM 970 PS AE IL BH QA BT MN NP 992 TJ TM AZ GE KG 998 UZ',
]

const byCountry = new Map<string, string>()
const byCode = new Map<string, string[]>()
let next = 0
for (const entry of callingCodeList.join(' ').split(' ')) {
  if (/\d/.test(entry)) {
    next = Number(entry)
    continue
  }
  const countries = entry.match(/../g) ?? []
  const code = String(next++)
  byCode.set(code, countries)
  for (const country of countries) byCountry.set(country, code)
}

/** ISO 3166 codes of every country that has a calling code. */
export const countries: readonly string[] = [...byCountry.keys()]

/** Returns the calling code of a country, "971"; empty for an unknown country. */
export function callingCode(country: string): string {
  return byCountry.get(country) ?? ''
}

/** Returns a phone number with its calling code, "+971 50 123 4567"; unchanged if it is empty or has no country. */
export function internationalNumber({ phoneCountry, phone }: { phoneCountry: string; phone: string }): string {
  const code = callingCode(phoneCountry)
  return phone && code ? `+${code} ${phone}` : phone
}

/** Returns the likely country of an international number, "+971 4 555 0142" → "AE". */
export function countryOfNumber(number: string | undefined): string | undefined {
  if (!number?.trim().startsWith('+')) return undefined
  const digits = number.replace(/\D/g, '')
  for (const length of [3, 2, 1]) {
    const country = byCode.get(digits.slice(0, length))?.[0]
    if (country) return country
  }
  return undefined
}

/** Returns a country's name with its calling code, isolated so that the plus stays before its digits in Arabic. */
export function nameWithCode(country: string | undefined): string {
  const code = country && callingCode(country)
  return code ? `${countryName(country)} \u2066+${code}\u2069` : ''
}
