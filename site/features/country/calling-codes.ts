// Calling codes with the countries that share them, the one most meant first. From libphonenumber, which the browser
// loads only when a number is typed; the test holds the two together.
const sharedBy = [
  '1:USAGAIASBBBMBSCADMDOGDGUJMKNKYLCMPMSPRSXTCTTVCVGVI 20:EG 211:SS 212:MAEH 213:DZ 216:TN 218:LY',
  '220:GM 221:SN 222:MR 223:ML 224:GN 225:CI 226:BF 227:NE 228:TG 229:BJ 230:MU 231:LR 232:SL 233:GH',
  '234:NG 235:TD 236:CF 237:CM 238:CV 239:ST 240:GQ 241:GA 242:CG 243:CD 244:AO 245:GW 246:IO 247:AC',
  '248:SC 249:SD 250:RW 251:ET 252:SO 253:DJ 254:KE 255:TZ 256:UG 257:BI 258:MZ 260:ZM 261:MG 262:REYT',
  '263:ZW 264:NA 265:MW 266:LS 267:BW 268:SZ 269:KM 27:ZA 290:SHTA 291:ER 297:AW 298:FO 299:GL 30:GR',
  '31:NL 32:BE 33:FR 34:ES 350:GI 351:PT 352:LU 353:IE 354:IS 355:AL 356:MT 357:CY 358:FIAX 359:BG',
  '36:HU 370:LT 371:LV 372:EE 373:MD 374:AM 375:BY 376:AD 377:MC 378:SM 380:UA 381:RS 382:ME 383:XK',
  '385:HR 386:SI 387:BA 389:MK 39:ITVA 40:RO 41:CH 420:CZ 421:SK 423:LI 43:AT 44:GBGGIMJE 45:DK 46:SE',
  '47:NOSJ 48:PL 49:DE 500:FK 501:BZ 502:GT 503:SV 504:HN 505:NI 506:CR 507:PA 508:PM 509:HT 51:PE',
  '52:MX 53:CU 54:AR 55:BR 56:CL 57:CO 58:VE 590:GPBLMF 591:BO 592:GY 593:EC 594:GF 595:PY 596:MQ',
  '597:SR 598:UY 599:CWBQ 60:MY 61:AUCCCX 62:ID 63:PH 64:NZ 65:SG 66:TH 670:TL 672:NF 673:BN 674:NR',
  '675:PG 676:TO 677:SB 678:VU 679:FJ 680:PW 681:WF 682:CK 683:NU 685:WS 686:KI 687:NC 688:TV 689:PF',
  '690:TK 691:FM 692:MH 7:RUKZ 81:JP 82:KR 84:VN 850:KP 852:HK 853:MO 855:KH 856:LA 86:CN 880:BD 886:TW',
  '90:TR 91:IN 92:PK 93:AF 94:LK 95:MM 960:MV 961:LB 962:JO 963:SY 964:IQ 965:KW 966:SA 967:YE 968:OM',
  '970:PS 971:AE 972:IL 973:BH 974:QA 975:BT 976:MN 977:NP 98:IR 992:TJ 993:TM 994:AZ 995:GE 996:KG',
  '998:UZ',
]

const byCountry = new Map<string, string>()
const byCode = new Map<string, string[]>()
for (const entry of sharedBy.join(' ').split(' ')) {
  const [code = '', names = ''] = entry.split(':')
  const countries = names.match(/../g) ?? []
  byCode.set(code, countries)
  for (const country of countries) byCountry.set(country, code)
}

/** ISO 3166 codes of every country that has a calling code. */
export const countries: readonly string[] = [...byCountry.keys()]

/** The calling code of a country, "971"; empty for what is none. */
export function callingCode(country: string): string {
  return byCountry.get(country) ?? ''
}

/** The country that an international number is most likely of, "+971 4 555 0142" → "AE". */
export function countryOfNumber(number: string | undefined): string | undefined {
  if (!number?.trim().startsWith('+')) return undefined
  const digits = number.replace(/\D/g, '')
  for (const length of [3, 2, 1]) {
    const country = byCode.get(digits.slice(0, length))?.[0]
    if (country) return country
  }
  return undefined
}
