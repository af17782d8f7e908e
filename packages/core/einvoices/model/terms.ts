/** How the value of a business term is written (EN 16931-1, 6.5). */
export type TermType =
  | "amount"
  | "price"
  | "quantity"
  | "percent"
  | "date"
  | "code"
  | "identifier"
  | "text"
  | "attachment";

/** How often a term or group appears in its group. */
export type Cardinality = "0..1" | "1..1" | "0..n" | "1..n";

/** A value of an invoice, as EN 16931 defines it. */
export interface BusinessTerm {
  /** Such as `BT-1`. */
  readonly id: string;
  readonly name: string;
  readonly type: TermType;
  readonly cardinality: Cardinality;
  /** The ID of its group; `BG-0` is the invoice itself. */
  readonly group: string;
}

/** Values of an invoice that belong together, such as a line. */
export interface BusinessGroup {
  /** Such as `BG-25`. */
  readonly id: string;
  readonly name: string;
  readonly cardinality: Cardinality;
  /** The ID of its group; absent for the invoice itself. */
  readonly parent: string | undefined;
}

/** The ID of the group that is the invoice itself. */
export const INVOICE = "BG-0";

const TYPES: Readonly<Record<string, TermType>> = {
  A: "amount",
  P: "price",
  Q: "quantity",
  "%": "percent",
  D: "date",
  C: "code",
  I: "identifier",
  T: "text",
  B: "attachment",
};

const CARDINALITIES: Readonly<Record<string, Cardinality>> = {
  "": "0..1",
  "!": "1..1",
  "*": "0..n",
  "+": "1..n",
};

/**
 * The groups with their terms. A group: `ID cardinality parent name`. A term: `number type cardinality name`.
 * `!` is 1..1, `*` 0..n, `+` 1..n, no sign 0..1.
 */
const TABLE = `
BG-0! - Invoice
  1 I! Invoice number
  2 D! Invoice issue date
  3 C! Invoice type code
  5 C! Invoice currency code
  6 C VAT accounting currency code
  7 D Value added tax point date
  8 C Value added tax point date code
  9 D Payment due date
  10 T Buyer reference
  11 T Project reference
  12 T Contract reference
  13 T Purchase order reference
  14 T Sales order reference
  15 T Receiving advice reference
  16 T Despatch advice reference
  17 T Tender or lot reference
  18 I Invoiced object identifier
  19 T Buyer accounting reference
  20 T Payment terms
BG-1* BG-0 Invoice note
  21 C Invoice note subject code
  22 T! Invoice note
BG-2! BG-0 Process control
  23 T Business process type
  24 I! Specification identifier
BG-3* BG-0 Preceding invoice reference
  25 T! Preceding invoice reference
  26 D Preceding invoice issue date
BG-4! BG-0 Seller
  27 T! Seller name
  28 T Seller trading name
  29 I* Seller identifier
  30 I Seller legal registration identifier
  31 I Seller VAT identifier
  32 I Seller tax registration identifier
  33 T Seller additional legal information
  34 I Seller electronic address
BG-5! BG-4 Seller postal address
  35 T Seller address line 1
  36 T Seller address line 2
  162 T Seller address line 3
  37 T Seller city
  38 T Seller post code
  39 T Seller country subdivision
  40 C! Seller country code
BG-6 BG-4 Seller contact
  41 T Seller contact point
  42 T Seller contact telephone number
  43 T Seller contact email address
BG-7! BG-0 Buyer
  44 T! Buyer name
  45 T Buyer trading name
  46 I Buyer identifier
  47 I Buyer legal registration identifier
  48 I Buyer VAT identifier
  49 I Buyer electronic address
BG-8! BG-7 Buyer postal address
  50 T Buyer address line 1
  51 T Buyer address line 2
  163 T Buyer address line 3
  52 T Buyer city
  53 T Buyer post code
  54 T Buyer country subdivision
  55 C! Buyer country code
BG-9 BG-7 Buyer contact
  56 T Buyer contact point
  57 T Buyer contact telephone number
  58 T Buyer contact email address
BG-10 BG-0 Payee
  59 T! Payee name
  60 I Payee identifier
  61 I Payee legal registration identifier
BG-11 BG-0 Seller tax representative party
  62 T! Seller tax representative name
  63 I! Seller tax representative VAT identifier
BG-12! BG-11 Seller tax representative postal address
  64 T Tax representative address line 1
  65 T Tax representative address line 2
  164 T Tax representative address line 3
  66 T Tax representative city
  67 T Tax representative post code
  68 T Tax representative country subdivision
  69 C! Tax representative country code
BG-13 BG-0 Delivery information
  70 T Deliver to party name
  71 I Deliver to location identifier
  72 D Actual delivery date
BG-14 BG-13 Invoicing period
  73 D Invoicing period start date
  74 D Invoicing period end date
BG-15 BG-13 Deliver to address
  75 T Deliver to address line 1
  76 T Deliver to address line 2
  165 T Deliver to address line 3
  77 T Deliver to city
  78 T Deliver to post code
  79 T Deliver to country subdivision
  80 C! Deliver to country code
BG-16 BG-0 Payment instructions
  81 C! Payment means type code
  82 T Payment means text
  83 T Remittance information
BG-17* BG-16 Credit transfer
  84 I! Payment account identifier
  85 T Payment account name
  86 I Payment service provider identifier
BG-18 BG-16 Payment card information
  87 T! Payment card primary account number
  88 T Payment card holder name
BG-19 BG-16 Direct debit
  89 I Mandate reference identifier
  90 I Bank assigned creditor identifier
  91 I Debited account identifier
BG-20* BG-0 Document level allowances
  92 A! Document level allowance amount
  93 A Document level allowance base amount
  94 % Document level allowance percentage
  95 C! Document level allowance VAT category code
  96 % Document level allowance VAT rate
  97 T Document level allowance reason
  98 C Document level allowance reason code
BG-21* BG-0 Document level charges
  99 A! Document level charge amount
  100 A Document level charge base amount
  101 % Document level charge percentage
  102 C! Document level charge VAT category code
  103 % Document level charge VAT rate
  104 T Document level charge reason
  105 C Document level charge reason code
BG-22! BG-0 Document totals
  106 A! Sum of invoice line net amount
  107 A Sum of allowances on document level
  108 A Sum of charges on document level
  109 A! Invoice total amount without VAT
  110 A Invoice total VAT amount
  111 A Invoice total VAT amount in accounting currency
  112 A! Invoice total amount with VAT
  113 A Paid amount
  114 A Rounding amount
  115 A! Amount due for payment
BG-23+ BG-0 VAT breakdown
  116 A! VAT category taxable amount
  117 A! VAT category tax amount
  118 C! VAT category code
  119 % VAT category rate
  120 T VAT exemption reason text
  121 C VAT exemption reason code
BG-24* BG-0 Additional supporting documents
  122 I! Supporting document reference
  123 T Supporting document description
  124 T External document location
  125 B Attached document
BG-25+ BG-0 Invoice line
  126 I! Invoice line identifier
  127 T Invoice line note
  128 I Invoice line object identifier
  129 Q! Invoiced quantity
  130 C! Invoiced quantity unit of measure code
  131 A! Invoice line net amount
  132 T Referenced purchase order line reference
  133 T Invoice line buyer accounting reference
BG-26 BG-25 Invoice line period
  134 D Invoice line period start date
  135 D Invoice line period end date
BG-27* BG-25 Invoice line allowances
  136 A! Invoice line allowance amount
  137 A Invoice line allowance base amount
  138 % Invoice line allowance percentage
  139 T Invoice line allowance reason
  140 C Invoice line allowance reason code
BG-28* BG-25 Invoice line charges
  141 A! Invoice line charge amount
  142 A Invoice line charge base amount
  143 % Invoice line charge percentage
  144 T Invoice line charge reason
  145 C Invoice line charge reason code
BG-29! BG-25 Price details
  146 P! Item net price
  147 P Item price discount
  148 P Item gross price
  149 Q Item price base quantity
  150 C Item price base quantity unit of measure code
BG-30! BG-25 Line VAT information
  151 C! Invoiced item VAT category code
  152 % Invoiced item VAT rate
BG-31! BG-25 Item information
  153 T! Item name
  154 T Item description
  155 I Item seller's identifier
  156 I Item buyer's identifier
  157 I Item standard identifier
  158 I* Item classification identifier
  159 C Item country of origin
BG-32* BG-31 Item attributes
  160 T! Item attribute name
  161 T! Item attribute value
`;

const GROUP_ROW = /^(BG-\d+)([!*+]?) (\S+) (.+)$/;
const TERM_ROW = /^ {2}(\d+) (\S)([!*+]?) (.+)$/;

function readTable(): readonly [Map<string, BusinessGroup>, Map<string, BusinessTerm>] {
  const groups = new Map<string, BusinessGroup>();
  const terms = new Map<string, BusinessTerm>();
  let group = INVOICE;
  for (const row of TABLE.split("\n")) {
    const [, id = "", sign = "", parent = "", name = ""] = GROUP_ROW.exec(row) ?? [];
    if (id !== "") {
      group = id;
      const cardinality = CARDINALITIES[sign] ?? "0..1";
      groups.set(id, { id, name, cardinality, parent: parent === "-" ? undefined : parent });
    }
    const [, number = "", letter = "", mark = "", term = ""] = TERM_ROW.exec(row) ?? [];
    if (number === "") continue;
    const [type, cardinality] = [TYPES[letter] ?? "text", CARDINALITIES[mark] ?? "0..1"];
    terms.set(`BT-${number}`, { id: `BT-${number}`, name: term, type, cardinality, group });
  }
  return [groups, terms];
}

const [GROUPS, TERMS] = readTable();

/** The business groups of EN 16931 by their ID. */
export const BUSINESS_GROUPS: ReadonlyMap<string, BusinessGroup> = GROUPS;

/** The business terms of EN 16931 by their ID. */
export const BUSINESS_TERMS: ReadonlyMap<string, BusinessTerm> = TERMS;

/**
 * The identifiers of schemes and lists: the term that each qualifies, and its name. Their number follows the
 * number of that term: `BT-34-1` is the scheme of `BT-34`.
 */
export const QUALIFIERS: ReadonlyMap<string, { readonly term: string; readonly name: string }> =
  new Map(
    [18, 29, 30, 34, 46, 47, 49, 60, 61, 71, 128, 157, 158].map((number) => [
      `BT-${number}-1`,
      { term: `BT-${number}`, name: `${TERMS.get(`BT-${number}`)?.name}: scheme` },
    ]),
  );

/** Whether a group appears at most once in its parent. */
export function isSingle(group: string): boolean {
  return !(GROUPS.get(group)?.cardinality ?? "0..n").endsWith("n");
}

/** The groups from the invoice down to each group, both included. */
const GROUPS_DOWN = new Map(Array.from(GROUPS.keys(), (id) => [id, pathDownTo(id)]));

function pathDownTo(group: string): ReadonlyArray<string> {
  const parent = GROUPS.get(group)?.parent;
  return parent === undefined ? [group] : [...pathDownTo(parent), group];
}

/** The groups from the invoice down to a group, both included. */
export function groupsDownTo(group: string): ReadonlyArray<string> {
  return GROUPS_DOWN.get(group) ?? [group];
}

/** The group that repeats and is nearest to the invoice, on the way down to each group. */
const REPEATING = new Map(
  Array.from(GROUPS_DOWN, ([id, steps]) => [id, steps.find((step) => !isSingle(step))]),
);

/** The repeating group that a group is in, or is; `undefined` for groups that appear once. */
export function repeatingGroup(group: string): string | undefined {
  return REPEATING.get(group);
}
