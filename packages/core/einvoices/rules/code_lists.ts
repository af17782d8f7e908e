import { codes } from "./codes.ts";
import {
  ADDRESS_SCHEMES,
  CHARGE_REASONS,
  EXEMPTION_REASONS,
  ITEM_TYPES,
  NOTE_SUBJECTS,
  REFERENCE_KINDS,
} from "./long_code_lists.ts";
import { UNITS } from "./unit_codes.ts";

/** ISO 4217 currencies, as the official validation of EN 16931 accepts them. */
const CURRENCIES = codes(`
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
  CHF CHW CLF CLP CNH CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF
  GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR
  LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN
  PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STD SVC SYP SZL THB TJS
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

const UNUSED_SCHEMES = codes("0092 0103 0181 0182");

/** ISO/IEC 6523 schemes (ICD): 0002 to 0248, apart from unused ones. */
const IDENTIFIER_SCHEMES: ReadonlySet<string> = new Set(
  Array.from({ length: 247 }, (_, index) => String(index + 2).padStart(4, "0")).filter(
    (code) => !UNUSED_SCHEMES.has(code),
  ),
);

/** A list of codes: the rule, the terms with these codes, and whether a code is in the list. */
export interface CodeList {
  readonly rule: string;
  readonly terms: ReadonlyArray<string>;
  readonly name: string;
  readonly has: (code: string) => boolean;
}

const oneOf = (set: ReadonlySet<string>) => (code: string) => set.has(code);

/** The lists of codes of EN 16931. */
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
    rule: "BR-CL-07",
    terms: ["BT-18-1"],
    name: "a kind of reference of UNTDID 1153",
    has: oneOf(REFERENCE_KINDS),
  },
  {
    rule: "BR-CL-08",
    terms: ["BT-21"],
    name: "a subject of UNTDID 4451",
    has: oneOf(NOTE_SUBJECTS),
  },
  {
    rule: "BR-CL-10",
    terms: ["BT-29-1", "BT-46-1", "BT-60-1"],
    name: "an ISO/IEC 6523 scheme",
    has: (code) => code === "SEPA" || IDENTIFIER_SCHEMES.has(code),
  },
  {
    rule: "BR-CL-11",
    terms: ["BT-30-1", "BT-47-1", "BT-61-1"],
    name: "an ISO/IEC 6523 scheme",
    has: oneOf(IDENTIFIER_SCHEMES),
  },
  {
    rule: "BR-CL-13",
    terms: ["BT-158-1"],
    name: "an item type of UNTDID 7143",
    has: oneOf(ITEM_TYPES),
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
    has: oneOf(CHARGE_REASONS),
  },
  {
    rule: "BR-CL-21",
    terms: ["BT-157-1"],
    name: "an ISO/IEC 6523 scheme",
    has: oneOf(IDENTIFIER_SCHEMES),
  },
  {
    rule: "BR-CL-22",
    terms: ["BT-121"],
    name: "a VATEX code",
    has: (code) => EXEMPTION_REASONS.has(code.toUpperCase()),
  },
  {
    rule: "BR-CL-23",
    terms: ["BT-130", "BT-150"],
    name: "a unit of UN/ECE Recommendation 20 or 21, such as C62 or HUR",
    has: oneOf(UNITS),
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
    has: oneOf(ADDRESS_SCHEMES),
  },
  {
    rule: "BR-CL-26",
    terms: ["BT-71-1"],
    name: "an ISO/IEC 6523 scheme",
    has: oneOf(IDENTIFIER_SCHEMES),
  },
];
