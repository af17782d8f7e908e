/** Codes with their meanings. */
type Codes = ReadonlyArray<readonly [code: string, meaning: string]>;

const CURRENCIES: Codes = [
  ["EUR", "Euro"],
  ["CHF", "Swiss franc"],
  ["GBP", "Pound sterling"],
  ["USD", "US dollar"],
  ["PLN", "Polish złoty"],
  ["CZK", "Czech koruna"],
  ["SEK", "Swedish krona"],
  ["DKK", "Danish krone"],
  ["NOK", "Norwegian krone"],
];

const COUNTRIES: Codes = [
  ["AT", "Austria"],
  ["BE", "Belgium"],
  ["CH", "Switzerland"],
  ["CZ", "Czechia"],
  ["DE", "Germany"],
  ["DK", "Denmark"],
  ["ES", "Spain"],
  ["FR", "France"],
  ["GB", "United Kingdom"],
  ["IT", "Italy"],
  ["LU", "Luxembourg"],
  ["NL", "Netherlands"],
  ["PL", "Poland"],
  ["PT", "Portugal"],
  ["SE", "Sweden"],
  ["US", "United States"],
];

const VAT_CATEGORIES: Codes = [
  ["S", "Standard rate"],
  ["Z", "Zero rate"],
  ["E", "Exempt"],
  ["AE", "Reverse charge"],
  ["K", "Within the EU, exempt"],
  ["G", "Export"],
  ["O", "Outside the scope of VAT"],
];

const UNITS: Codes = [
  ["C62", "Piece"],
  ["HUR", "Hour"],
  ["DAY", "Day"],
  ["MON", "Month"],
  ["KGM", "Kilogram"],
  ["MTR", "Metre"],
  ["LTR", "Litre"],
  ["KWH", "Kilowatt hour"],
];

const ADDRESS_SCHEMES: Codes = [
  ["EM", "Email address"],
  ["0088", "GLN"],
  ["0204", "Leitweg-ID"],
  ["9930", "German VAT number"],
];

/** The most common codes of terms that are codes; other codes can be written too. */
export const COMMON_CODES: Readonly<Record<string, Codes>> = {
  "BT-3": [
    ["380", "Invoice"],
    ["381", "Credit note"],
    ["384", "Corrected invoice"],
    ["326", "Partial invoice"],
    ["389", "Self-billed invoice"],
  ],
  "BT-5": CURRENCIES,
  "BT-6": CURRENCIES,
  "BT-34-1": ADDRESS_SCHEMES,
  "BT-49-1": ADDRESS_SCHEMES,
  "BT-40": COUNTRIES,
  "BT-55": COUNTRIES,
  "BT-69": COUNTRIES,
  "BT-80": COUNTRIES,
  "BT-81": [
    ["58", "SEPA credit transfer"],
    ["30", "Credit transfer"],
    ["59", "SEPA direct debit"],
    ["48", "Card"],
    ["10", "Cash"],
    ["57", "Standing agreement"],
  ],
  "BT-95": VAT_CATEGORIES,
  "BT-102": VAT_CATEGORIES,
  "BT-118": VAT_CATEGORIES,
  "BT-130": UNITS,
  "BT-150": UNITS,
  "BT-151": VAT_CATEGORIES,
};
