import {
  below,
  type Binding,
  each,
  eachOrOnce,
  fixed,
  presence,
  type Syntax,
  term,
} from "./binding.ts";

/** An address: two lines, city, post code, subdivision, third line and country. */
function address(
  path: string,
  lines: readonly [number, number, number],
  [city, postCode, subdivision, country]: readonly [number, number, number, number],
): ReadonlyArray<Binding> {
  return below(path, [
    term(`BT-${lines[0]}`, "cbc:StreetName"),
    term(`BT-${lines[1]}`, "cbc:AdditionalStreetName"),
    term(`BT-${city}`, "cbc:CityName"),
    term(`BT-${postCode}`, "cbc:PostalZone"),
    term(`BT-${subdivision}`, "cbc:CountrySubentity"),
    term(`BT-${lines[2]}`, "cac:AddressLine/cbc:Line"),
    term(`BT-${country}`, "cac:Country/cbc:IdentificationCode"),
  ]);
}

function taxScheme(id: string, scheme: "VAT" | "FC"): ReadonlyArray<Binding> {
  // Any other scheme is one for taxes that are not VAT.
  const condition = scheme === "VAT" ? "=VAT" : "!=VAT";
  const step = `cac:PartyTaxScheme[cac:TaxScheme/cbc:ID${condition}]`;
  return [term(id, `${step}/cbc:CompanyID`), fixed(scheme, `${step}/cac:TaxScheme/cbc:ID`, id)];
}

function contact(person: number): ReadonlyArray<Binding> {
  return below("cac:Contact", [
    term(`BT-${person}`, "cbc:Name"),
    term(`BT-${person + 1}`, "cbc:Telephone"),
    term(`BT-${person + 2}`, "cbc:ElectronicMail"),
  ]);
}

/** A VAT category with its rate, and the reasons of an exemption. */
function taxCategory(
  path: string,
  category: string,
  rate: string,
  exemption: ReadonlyArray<Binding> = [],
): ReadonlyArray<Binding> {
  return below(path, [
    term(category, "cbc:ID"),
    term(rate, "cbc:Percent"),
    ...exemption,
    fixed("VAT", "cac:TaxScheme/cbc:ID", category),
  ]);
}

function allowances(
  group: string,
  isCharge: boolean,
  [amount, base, percent, reason, code]: readonly [number, number, number, number, number],
  tax: ReadonlyArray<Binding> = [],
): Binding {
  return each(group, `cac:AllowanceCharge[cbc:ChargeIndicator=${isCharge}]`, [
    fixed(String(isCharge), "cbc:ChargeIndicator"),
    term(`BT-${code}`, "cbc:AllowanceChargeReasonCode"),
    term(`BT-${reason}`, "cbc:AllowanceChargeReason"),
    term(`BT-${percent}`, "cbc:MultiplierFactorNumeric"),
    term(`BT-${amount}`, "cbc:Amount"),
    term(`BT-${base}`, "cbc:BaseAmount"),
    ...tax,
  ]);
}

function period(group: string, path: string, start: string, end: string): ReadonlyArray<Binding> {
  return below(path, [presence(group, ""), term(start, "cbc:StartDate"), term(end, "cbc:EndDate")]);
}

function line(name: string, quantity: string): Binding {
  return each("BG-25", name, [
    term("BT-126", "cbc:ID"),
    term("BT-127", "cbc:Note"),
    term("BT-129", quantity),
    term("BT-130", `${quantity}/@unitCode`),
    term("BT-131", "cbc:LineExtensionAmount"),
    term("BT-133", "cbc:AccountingCost"),
    ...period("BG-26", "cac:InvoicePeriod", "BT-134", "BT-135"),
    term("BT-132", "cac:OrderLineReference/cbc:LineID"),
    term("BT-128", "cac:DocumentReference/cbc:ID", { schemeID: "BT-128-1" }),
    fixed("130", "cac:DocumentReference/cbc:DocumentTypeCode", "BT-128"),
    allowances("BG-27", false, [136, 137, 138, 139, 140]),
    allowances("BG-28", true, [141, 142, 143, 144, 145]),
    ...below("cac:Item", [
      term("BT-154", "cbc:Description"),
      term("BT-153", "cbc:Name"),
      term("BT-156", "cac:BuyersItemIdentification/cbc:ID"),
      term("BT-155", "cac:SellersItemIdentification/cbc:ID"),
      term("BT-157", "cac:StandardItemIdentification/cbc:ID", { schemeID: "BT-157-1" }),
      term("BT-159", "cac:OriginCountry/cbc:IdentificationCode"),
      term("BT-158", "cac:CommodityClassification/cbc:ItemClassificationCode", {
        listID: "BT-158-1",
        listVersionID: "BT-158-2",
      }),
      ...taxCategory("cac:ClassifiedTaxCategory", "BT-151", "BT-152"),
      each("BG-32", "cac:AdditionalItemProperty", [
        term("BT-160", "cbc:Name"),
        term("BT-161", "cbc:Value"),
      ]),
    ]),
    ...below("cac:Price", [
      term("BT-146", "cbc:PriceAmount"),
      term("BT-149", "cbc:BaseQuantity"),
      term("BT-150", "cbc:BaseQuantity/@unitCode"),
      fixed("false", "cac:AllowanceCharge/cbc:ChargeIndicator", "BT-147"),
      term("BT-147", "cac:AllowanceCharge/cbc:Amount"),
      term("BT-148", "cac:AllowanceCharge/cbc:BaseAmount"),
    ]),
  ]);
}

function reference(id: string, name: string): Binding {
  return term(id, `cac:${name}/cbc:ID`);
}

const OBJECT = "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=130]";
const PROJECT = "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]";

const DOCUMENTS: ReadonlyArray<Binding> = [
  term("BT-18", `${OBJECT}/cbc:ID`, { schemeID: "BT-18-1" }),
  fixed("130", `${OBJECT}/cbc:DocumentTypeCode`, "BT-18"),
  each("BG-24", "cac:AdditionalDocumentReference[cbc:DocumentTypeCode=]", [
    term("BT-122", "cbc:ID"),
    term("BT-123", "cbc:DocumentDescription"),
    term("BT-125", "cac:Attachment/cbc:EmbeddedDocumentBinaryObject", {
      mimeCode: "BT-125-1",
      filename: "BT-125-2",
    }),
    term("BT-124", "cac:Attachment/cac:ExternalReference/cbc:URI"),
  ]),
];

const PARTIES: ReadonlyArray<Binding> = [
  presence("BG-5", "cac:AccountingSupplierParty/cac:Party/cac:PostalAddress"),
  presence("BG-8", "cac:AccountingCustomerParty/cac:Party/cac:PostalAddress"),
  presence("BG-10", "cac:PayeeParty"),
  presence("BG-11", "cac:TaxRepresentativeParty"),
  presence("BG-12", "cac:TaxRepresentativeParty/cac:PostalAddress"),
  presence("BG-15", "cac:Delivery/cac:DeliveryLocation/cac:Address"),
  presence("BG-16", "cac:PaymentMeans"),
  ...below("cac:AccountingSupplierParty/cac:Party", [
    term("BT-34", "cbc:EndpointID", { schemeID: "BT-34-1" }),
    term("BT-29", "cac:PartyIdentification[cbc:ID/@schemeID!=SEPA]/cbc:ID", {
      schemeID: "BT-29-1",
    }),
    term("BT-90", "cac:PartyIdentification[cbc:ID/@schemeID=SEPA]/cbc:ID", { schemeID: "=SEPA" }),
    term("BT-28", "cac:PartyName/cbc:Name"),
    ...address("cac:PostalAddress", [35, 36, 162], [37, 38, 39, 40]),
    ...taxScheme("BT-31", "VAT"),
    ...taxScheme("BT-32", "FC"),
    term("BT-27", "cac:PartyLegalEntity/cbc:RegistrationName"),
    term("BT-30", "cac:PartyLegalEntity/cbc:CompanyID", { schemeID: "BT-30-1" }),
    term("BT-33", "cac:PartyLegalEntity/cbc:CompanyLegalForm"),
    ...contact(41),
  ]),
  ...below("cac:AccountingCustomerParty/cac:Party", [
    term("BT-49", "cbc:EndpointID", { schemeID: "BT-49-1" }),
    term("BT-46", "cac:PartyIdentification/cbc:ID", { schemeID: "BT-46-1" }),
    term("BT-45", "cac:PartyName/cbc:Name"),
    ...address("cac:PostalAddress", [50, 51, 163], [52, 53, 54, 55]),
    ...taxScheme("BT-48", "VAT"),
    term("BT-44", "cac:PartyLegalEntity/cbc:RegistrationName"),
    term("BT-47", "cac:PartyLegalEntity/cbc:CompanyID", { schemeID: "BT-47-1" }),
    ...contact(56),
  ]),
  ...below("cac:PayeeParty", [
    term("BT-60", "cac:PartyIdentification/cbc:ID", { schemeID: "BT-60-1" }),
    term("BT-59", "cac:PartyName/cbc:Name"),
    term("BT-61", "cac:PartyLegalEntity/cbc:CompanyID", { schemeID: "BT-61-1" }),
  ]),
  ...below("cac:TaxRepresentativeParty", [
    term("BT-62", "cac:PartyName/cbc:Name"),
    ...address("cac:PostalAddress", [64, 65, 164], [66, 67, 68, 69]),
    ...taxScheme("BT-63", "VAT"),
  ]),
  ...below("cac:Delivery", [
    term("BT-72", "cbc:ActualDeliveryDate"),
    term("BT-71", "cac:DeliveryLocation/cbc:ID", { schemeID: "BT-71-1" }),
    ...address("cac:DeliveryLocation/cac:Address", [75, 76, 165], [77, 78, 79, 80]),
    term("BT-70", "cac:DeliveryParty/cac:PartyName/cbc:Name"),
  ]),
];

const TOTALS: ReadonlyArray<Binding> = [
  term("BT-20", "cac:PaymentTerms/cbc:Note"),
  allowances(
    "BG-20",
    false,
    [92, 93, 94, 97, 98],
    taxCategory("cac:TaxCategory", "BT-95", "BT-96"),
  ),
  allowances(
    "BG-21",
    true,
    [99, 100, 101, 104, 105],
    taxCategory("cac:TaxCategory", "BT-102", "BT-103"),
  ),
  term("BT-110", "cac:TaxTotal/cbc:TaxAmount", { currencyID: "$BT-5" }),
  each("BG-23", "cac:TaxTotal/cac:TaxSubtotal", [
    term("BT-116", "cbc:TaxableAmount"),
    term("BT-117", "cbc:TaxAmount"),
    ...taxCategory("cac:TaxCategory", "BT-118", "BT-119", [
      term("BT-121", "cbc:TaxExemptionReasonCode"),
      term("BT-120", "cbc:TaxExemptionReason"),
    ]),
  ]),
  term("BT-111", "cac:TaxTotal+/cbc:TaxAmount", { currencyID: "$BT-6" }),
  ...below("cac:LegalMonetaryTotal", [
    term("BT-106", "cbc:LineExtensionAmount"),
    term("BT-109", "cbc:TaxExclusiveAmount"),
    term("BT-112", "cbc:TaxInclusiveAmount"),
    term("BT-107", "cbc:AllowanceTotalAmount"),
    term("BT-108", "cbc:ChargeTotalAmount"),
    term("BT-113", "cbc:PrepaidAmount"),
    term("BT-114", "cbc:PayableRoundingAmount"),
    term("BT-115", "cbc:PayableAmount"),
  ]),
];

/** The parts that differ between an invoice and a credit note. */
interface Kind {
  readonly root: string;
  readonly typeCode: string;
  readonly isCreditNote: boolean;
  readonly line: Binding;
}

function paymentMeans(isCreditNote: boolean): Binding {
  return eachOrOnce("BG-17", "cac:PaymentMeans", [
    term("BT-81", "cbc:PaymentMeansCode"),
    term("BT-82", "cbc:PaymentMeansCode/@name"),
    ...(isCreditNote ? [term("BT-9", "cbc:PaymentDueDate")] : []),
    term("BT-83", "cbc:PaymentID"),
    ...below("cac:CardAccount", [
      term("BT-87", "cbc:PrimaryAccountNumberID"),
      fixed("NA", "cbc:NetworkID", "BT-87"),
      term("BT-88", "cbc:HolderName"),
    ]),
    term("BT-84", "cac:PayeeFinancialAccount/cbc:ID"),
    term("BT-85", "cac:PayeeFinancialAccount/cbc:Name"),
    term("BT-86", "cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID"),
    term("BT-89", "cac:PaymentMandate/cbc:ID"),
    term("BT-91", "cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID"),
  ]);
}

function syntax({ root, typeCode, isCreditNote, line: lines }: Kind): Syntax {
  const only = (condition: boolean, ...entries: ReadonlyArray<Binding>) =>
    condition ? entries : [];
  const originator = reference("BT-17", "OriginatorDocumentReference");
  return {
    root,
    namespaces: {
      "": `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
      cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
    },
    entries: [
      term("BT-24", "cbc:CustomizationID"),
      term("BT-23", "cbc:ProfileID"),
      term("BT-1", "cbc:ID"),
      term("BT-2", "cbc:IssueDate"),
      ...only(!isCreditNote, term("BT-9", "cbc:DueDate")),
      ...only(isCreditNote, term("BT-7", "cbc:TaxPointDate")),
      term("BT-3", `cbc:${typeCode}`),
      each("BG-1", "cbc:Note", [term("BT-22", "")]),
      ...only(!isCreditNote, term("BT-7", "cbc:TaxPointDate")),
      term("BT-5", "cbc:DocumentCurrencyCode"),
      term("BT-6", "cbc:TaxCurrencyCode"),
      term("BT-19", "cbc:AccountingCost"),
      term("BT-10", "cbc:BuyerReference"),
      term("BT-73", "cac:InvoicePeriod/cbc:StartDate"),
      term("BT-74", "cac:InvoicePeriod/cbc:EndDate"),
      term("BT-8", "cac:InvoicePeriod/cbc:DescriptionCode"),
      reference("BT-13", "OrderReference"),
      term("BT-14", "cac:OrderReference/cbc:SalesOrderID"),
      each("BG-3", "cac:BillingReference", [
        term("BT-25", "cac:InvoiceDocumentReference/cbc:ID"),
        term("BT-26", "cac:InvoiceDocumentReference/cbc:IssueDate"),
      ]),
      reference("BT-16", "DespatchDocumentReference"),
      reference("BT-15", "ReceiptDocumentReference"),
      ...only(!isCreditNote, originator),
      reference("BT-12", "ContractDocumentReference"),
      ...DOCUMENTS,
      ...only(!isCreditNote, reference("BT-11", "ProjectReference")),
      ...only(
        isCreditNote,
        term("BT-11", `${PROJECT}/cbc:ID`),
        fixed("50", `${PROJECT}/cbc:DocumentTypeCode`, "BT-11"),
        originator,
      ),
      ...PARTIES,
      paymentMeans(isCreditNote),
      ...TOTALS,
      lines,
    ],
    write: (_type, text) => text,
    read: (_type, text) => text,
    hasCurrencies: true,
  };
}

/** An OASIS UBL 2.1 invoice, the syntax of Peppol BIS Billing 3. */
export const UBL_INVOICE: Syntax = syntax({
  root: "Invoice",
  typeCode: "InvoiceTypeCode",
  isCreditNote: false,
  line: line("cac:InvoiceLine", "cbc:InvoicedQuantity"),
});

/** An OASIS UBL 2.1 credit note. */
export const UBL_CREDIT_NOTE: Syntax = syntax({
  root: "CreditNote",
  typeCode: "CreditNoteTypeCode",
  isCreditNote: true,
  line: line("cac:CreditNoteLine", "cbc:CreditedQuantity"),
});
