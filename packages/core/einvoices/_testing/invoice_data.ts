import type { Manifest } from "../../manifests/mod.ts";
import type { Einvoice } from "../mod.ts";

/** The data of a render. */
export type Data = Record<string, unknown>;

/** The data of an invoice. */
export interface InvoiceData extends Data {
  readonly items: ReadonlyArray<Data>;
  readonly taxes: ReadonlyArray<Data>;
}

const variable = (key: string, dataType: "text" | "currency" | "number" | "date" = "text") => ({
  key,
  label: key,
  dataType,
  required: false,
});

const TEXTS =
  `number type currency seller seller_id seller_city seller_code seller_country seller_vat seller_tax
  seller_email seller_scheme seller_person seller_phone buyer buyer_city buyer_code buyer_country buyer_vat buyer_email
  buyer_scheme buyer_ref terms means iban card discount_category discount_reason freight_category freight_reason
  deliver_country accounting exemption payee preceding`.split(/\s+/);
const AMOUNTS =
  `lines allowances charges net vat gross paid rounding due accounting_vat discount freight`.split(
    " ",
  );
const DATES = "issued due_date delivered from to".split(" ");
const RATES = ["discount_rate", "freight_rate"];

/** The manifest of an invoice. */
export const MANIFEST: Manifest = {
  variables: [
    ...TEXTS.map((key) => variable(key)),
    ...AMOUNTS.map((key) => variable(key, "currency")),
    ...DATES.map((key) => variable(key, "date")),
    ...RATES.map((key) => variable(key, "number")),
  ],
  loops: [
    {
      key: "items",
      label: "Items",
      itemFields: [
        ...["id", "name", "unit", "category", "ean", "ean_scheme"].map((key) => variable(key)),
        ...["quantity", "rate", "base"].map((key) => variable(key, "number")),
        ...["price", "list_price", "total"].map((key) => variable(key, "currency")),
        ...["start", "end"].map((key) => variable(key, "date")),
      ],
    },
    {
      key: "taxes",
      label: "Taxes",
      itemFields: [
        variable("category"),
        variable("reason"),
        variable("rate", "number"),
        variable("taxable", "currency"),
        variable("tax", "currency"),
      ],
    },
  ],
};

/** A mapping of all its keys. */
export const MAP: Record<string, string> = {
  "BT-1": "number",
  "BT-2": "issued",
  "BT-3": "type",
  "BT-5": "currency",
  "BT-6": "accounting",
  "BT-9": "due_date",
  "BT-10": "buyer_ref",
  "BT-20": "terms",
  "BT-25": "preceding",
  "BT-27": "seller",
  "BT-30": "seller_id",
  "BT-31": "seller_vat",
  "BT-32": "seller_tax",
  "BT-34": "seller_email",
  "BT-34-1": "seller_scheme",
  "BT-37": "seller_city",
  "BT-38": "seller_code",
  "BT-40": "seller_country",
  "BT-41": "seller_person",
  "BT-42": "seller_phone",
  "BT-43": "seller_email",
  "BT-44": "buyer",
  "BT-48": "buyer_vat",
  "BT-49": "buyer_email",
  "BT-49-1": "buyer_scheme",
  "BT-52": "buyer_city",
  "BT-53": "buyer_code",
  "BT-55": "buyer_country",
  "BT-59": "payee",
  "BT-72": "delivered",
  "BT-73": "from",
  "BT-74": "to",
  "BT-80": "deliver_country",
  "BT-81": "means",
  "BT-84": "iban",
  "BT-87": "card",
  "BT-92": "discount",
  "BT-95": "discount_category",
  "BT-96": "discount_rate",
  "BT-97": "discount_reason",
  "BT-99": "freight",
  "BT-102": "freight_category",
  "BT-103": "freight_rate",
  "BT-104": "freight_reason",
  "BT-106": "lines",
  "BT-107": "allowances",
  "BT-108": "charges",
  "BT-109": "net",
  "BT-110": "vat",
  "BT-111": "accounting_vat",
  "BT-112": "gross",
  "BT-113": "paid",
  "BT-114": "rounding",
  "BT-115": "due",
  "BG-23": "taxes",
  "BT-116": "taxable",
  "BT-117": "tax",
  "BT-118": "category",
  "BT-119": "taxes.rate",
  "BT-120": "reason",
  "BG-25": "items",
  "BT-126": "id",
  "BT-129": "quantity",
  "BT-130": "unit",
  "BT-131": "total",
  "BT-134": "start",
  "BT-135": "end",
  "BT-146": "price",
  "BT-148": "list_price",
  "BT-149": "base",
  "BT-151": "category",
  "BT-152": "rate",
  "BT-153": "name",
  "BT-157": "ean",
  "BT-157-1": "ean_scheme",
};

export const EINVOICE: Einvoice = { profile: "en16931", map: MAP };
export const XRECHNUNG: Einvoice = { profile: "xrechnung", map: MAP };

/** A valid invoice with an allowance, a charge and two rates. */
export const valid = (): InvoiceData => ({
  number: "2026-017",
  issued: "2026-03-02",
  type: "380",
  currency: "EUR",
  due_date: "2026-04-01",
  buyer_ref: "04011000-12345-34",
  seller: "Südwind GmbH",
  seller_vat: "DE123456789",
  seller_email: "rechnung@suedwind.example",
  seller_scheme: "EM",
  seller_city: "Hamburg",
  seller_code: "20095",
  seller_country: "DE",
  seller_person: "Ada Berg",
  seller_phone: "+49 40 123456",
  buyer: "Stadt & Land <AöR>",
  buyer_city: "Berlin",
  buyer_code: "10115",
  buyer_country: "DE",
  buyer_email: "eingang@stadt.example",
  buyer_scheme: "EM",
  means: "58",
  iban: "DE89370400440532013000",
  discount: "10.00",
  discount_category: "S",
  discount_rate: 19,
  discount_reason: "Loyalty",
  freight: "5.00",
  freight_category: "S",
  freight_rate: 19,
  freight_reason: "Freight",
  items: [
    {
      id: "1",
      name: "Consulting",
      unit: "HUR",
      category: "S",
      rate: 19,
      quantity: 1.5,
      price: "99.99",
      total: "149.99",
    },
    {
      id: "2",
      name: "Book",
      unit: "C62",
      category: "S",
      rate: 7,
      quantity: 3,
      price: "20",
      total: "60.00",
    },
  ],
  taxes: [
    { category: "S", rate: 19, taxable: "144.99", tax: "27.55" },
    { category: "S", rate: 7, taxable: "60.00", tax: "4.20" },
  ],
  lines: "209.99",
  allowances: "10.00",
  charges: "5.00",
  net: "204.99",
  vat: "31.75",
  gross: "236.74",
  due: "236.74",
});

/** A valid invoice with one line of a category without VAT. */
export const exempt = (category: string, changes: Data = {}): InvoiceData => ({
  ...valid(),
  discount: null,
  discount_category: null,
  discount_rate: null,
  discount_reason: null,
  freight: null,
  freight_category: null,
  freight_rate: null,
  freight_reason: null,
  buyer_vat: "FR12345678901",
  delivered: "2026-03-01",
  deliver_country: "FR",
  items: [
    {
      id: "1",
      name: "Machine",
      unit: "C62",
      category,
      rate: 0,
      quantity: 1,
      price: "100",
      total: "100.00",
    },
  ],
  taxes: [{ category, rate: 0, taxable: "100.00", tax: "0.00", reason: "No VAT" }],
  lines: "100.00",
  allowances: null,
  charges: null,
  net: "100.00",
  vat: "0.00",
  gross: "100.00",
  due: "100.00",
  ...changes,
});

/** Changes the first line or tax. */
export function first(
  { items, taxes, ...data }: InvoiceData,
  list: "items" | "taxes",
  changes: Data,
): InvoiceData {
  const [line, ...lines] = items;
  const [total, ...totals] = taxes;
  return list === "items"
    ? { ...data, items: [{ ...line, ...changes }, ...lines], taxes }
    : { ...data, items, taxes: [{ ...total, ...changes }, ...totals] };
}
