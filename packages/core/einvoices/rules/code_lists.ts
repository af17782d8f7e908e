const codes = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** ISO 4217 currencies. */
const CURRENCIES = codes(`
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
  CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF
  GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR
  LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN
  PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
  TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD
  XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG`);

/** ISO 3166-1 countries, with the codes of Northern Ireland (XI) and Kosovo (1A). */
export const COUNTRIES: ReadonlySet<string> = codes(`
  1A AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY
  BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM
  FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT
  JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN
  MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT
  PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL
  TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI YE YT ZA ZM ZW`);

/** UNTDID 1001: invoices. */
const INVOICE_TYPES = `71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387
  388 389 390 393 394 395 456 457 471 472 473 500 501 527 553 575 623 633 751 780 817 870 875 876 877 935`;

/** UNTDID 1001: credit notes. */
export const CREDIT_NOTES: ReadonlySet<string> = codes(
  "81 83 261 262 296 308 381 396 420 458 502 503 532",
);

/** UNCL 4461: payment means. */
const PAYMENT_MEANS = new Set([
  ...Array.from({ length: 70 }, (_, index) => String(index + 1)),
  ...codes("74 75 76 77 78 91 92 93 94 95 96 97 98 ZZZ"),
]);

const VAT_CODES = codes("AE L M E S Z G O K B");

const ICD = /^0(?:00[2-9]|0[1-9]\d|[12]\d\d)$/;
const SCHEME = /^(?:0\d{3}|99\d\d|A[A-Z]|EM)$/;

/** A list of codes: the rule, the terms with these codes, and whether a code is in the list. */
export interface CodeList {
  readonly rule: string;
  readonly terms: ReadonlyArray<string>;
  readonly name: string;
  readonly has: (code: string) => boolean;
}

const oneOf = (set: ReadonlySet<string>) => (code: string) => set.has(code);
const matching = (pattern: RegExp) => (code: string) => pattern.test(code);

/** The lists of codes of EN 16931. Long lists without an effect on the invoice are checked by their form. */
export const CODE_LISTS: ReadonlyArray<CodeList> = [
  {
    rule: "BR-CL-01",
    terms: ["BT-3"],
    name: "a document type of UNTDID 1001",
    has: oneOf(new Set([...codes(INVOICE_TYPES), ...CREDIT_NOTES])),
  },
  { rule: "BR-CL-04", terms: ["BT-5"], name: "an ISO 4217 currency", has: oneOf(CURRENCIES) },
  { rule: "BR-CL-05", terms: ["BT-6"], name: "an ISO 4217 currency", has: oneOf(CURRENCIES) },
  { rule: "BR-CL-06", terms: ["BT-8"], name: "3, 35 or 432", has: oneOf(codes("3 35 432")) },
  {
    rule: "BR-CL-10",
    terms: ["BT-29-1", "BT-46-1", "BT-60-1"],
    name: "an ISO/IEC 6523 scheme",
    has: (code) => code === "SEPA" || ICD.test(code),
  },
  {
    rule: "BR-CL-11",
    terms: ["BT-30-1", "BT-47-1", "BT-61-1"],
    name: "an ISO/IEC 6523 scheme",
    has: matching(ICD),
  },
  {
    rule: "BR-CL-13",
    terms: ["BT-158-1"],
    name: "an item type of UNTDID 7143",
    has: matching(/^[A-Z]{2,3}$/),
  },
  {
    rule: "BR-CL-14",
    terms: ["BT-40", "BT-55", "BT-69", "BT-80"],
    name: "an ISO 3166-1 country",
    has: oneOf(COUNTRIES),
  },
  { rule: "BR-CL-15", terms: ["BT-159"], name: "an ISO 3166-1 country", has: oneOf(COUNTRIES) },
  {
    rule: "BR-CL-16",
    terms: ["BT-81"],
    name: "a payment means of UNCL 4461",
    has: oneOf(PAYMENT_MEANS),
  },
  {
    rule: "BR-CL-17",
    terms: ["BT-95", "BT-102", "BT-118"],
    name: "one of S, Z, E, AE, K, G, O, L, M, B",
    has: oneOf(VAT_CODES),
  },
  {
    rule: "BR-CL-18",
    terms: ["BT-151"],
    name: "one of S, Z, E, AE, K, G, O, L, M, B",
    has: oneOf(VAT_CODES),
  },
  {
    rule: "BR-CL-19",
    terms: ["BT-98", "BT-140"],
    name: "an allowance reason of UNCL 5189",
    has: oneOf(codes("41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105")),
  },
  {
    rule: "BR-CL-20",
    terms: ["BT-105", "BT-145"],
    name: "a charge reason of UNCL 7161",
    has: matching(/^(?:[A-Z]{2,3}|L1|V1|V2)$/),
  },
  { rule: "BR-CL-21", terms: ["BT-157-1"], name: "an ISO/IEC 6523 scheme", has: matching(ICD) },
  {
    rule: "BR-CL-22",
    terms: ["BT-121"],
    name: "a VATEX code",
    has: matching(/^VATEX-(?:EU|FR)-[0-9A-Z-]+$/i),
  },
  {
    rule: "BR-CL-23",
    terms: ["BT-130", "BT-150"],
    name: "a unit of UN/ECE Recommendation 20 or 21, such as C62 or HUR",
    has: matching(/^(?:[A-Z0-9]{2,3}|X[A-Z0-9]{1,2})$/),
  },
  {
    rule: "BR-CL-24",
    terms: ["BT-125-1"],
    name: "a media type for attachments",
    has: oneOf(
      codes(`application/pdf image/png image/jpeg text/csv
        application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
        application/vnd.oasis.opendocument.spreadsheet`),
    ),
  },
  {
    rule: "BR-CL-25",
    terms: ["BT-34-1", "BT-49-1"],
    name: "an electronic address scheme, such as EM or 0088",
    has: matching(SCHEME),
  },
  { rule: "BR-CL-26", terms: ["BT-71-1"], name: "an ISO/IEC 6523 scheme", has: matching(ICD) },
];
