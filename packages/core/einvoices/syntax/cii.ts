import {
  below,
  type Binding,
  each,
  eachOrOnce,
  fixed,
  presence,
  qualifier,
  type Syntax,
  term,
} from "./binding.ts";

const DATE = { format: "=102" };
const DAY = "udt:DateTimeString";

/** An identifier: `ram:ID` without a scheme, `ram:GlobalID` with one. */
function identifier(id: string): ReadonlyArray<Binding> {
  return [
    term(id, "ram:ID", {}, { scheme: "without" }),
    term(id, "ram:GlobalID", { schemeID: `${id}-1` }, { scheme: "with" }),
  ];
}

/** An address: post code, three lines, city, country and subdivision. */
function address(
  postCode: number,
  lines: readonly [number, number, number],
  city: number,
  country: number,
  subdivision: number,
): ReadonlyArray<Binding> {
  return below("ram:PostalTradeAddress", [
    term(`BT-${postCode}`, "ram:PostcodeCode"),
    term(`BT-${lines[0]}`, "ram:LineOne"),
    term(`BT-${lines[1]}`, "ram:LineTwo"),
    term(`BT-${lines[2]}`, "ram:LineThree"),
    term(`BT-${city}`, "ram:CityName"),
    term(`BT-${country}`, "ram:CountryID"),
    term(`BT-${subdivision}`, "ram:CountrySubDivisionName"),
  ]);
}

function contact(person: number): ReadonlyArray<Binding> {
  return below("ram:DefinedTradeContact", [
    term(`BT-${person}`, "ram:PersonName"),
    term(`BT-${person + 1}`, "ram:TelephoneUniversalCommunication/ram:CompleteNumber"),
    term(`BT-${person + 2}`, "ram:EmailURIUniversalCommunication/ram:URIID"),
  ]);
}

/** An identifier for taxes: `VA` for VAT, `FC` for others. */
function taxIdentifier(id: string, scheme: "VA" | "FC"): Binding {
  const step = `ram:SpecifiedTaxRegistration[ram:ID/@schemeID=${scheme}]`;
  return term(id, `${step}/ram:ID`, { schemeID: `=${scheme}` });
}

function period(start: string, end: string): ReadonlyArray<Binding> {
  return below("ram:BillingSpecifiedPeriod", [
    term(start, `ram:StartDateTime/${DAY}`, DATE),
    term(end, `ram:EndDateTime/${DAY}`, DATE),
  ]);
}

/** Allowances (`false`) or charges of a line or an invoice; the amount is followed by base, percentage and reasons. */
function allowances(
  group: string,
  isCharge: boolean,
  [amount, base, percent, reason, code]: readonly [number, number, number, number, number],
  tax: ReadonlyArray<Binding> = [],
): Binding {
  const indicator = "ram:ChargeIndicator/udt:Indicator";
  return each(group, `ram:SpecifiedTradeAllowanceCharge[${indicator}=${isCharge}]`, [
    fixed(String(isCharge), indicator),
    term(`BT-${percent}`, "ram:CalculationPercent"),
    term(`BT-${base}`, "ram:BasisAmount"),
    term(`BT-${amount}`, "ram:ActualAmount"),
    term(`BT-${code}`, "ram:ReasonCode"),
    term(`BT-${reason}`, "ram:Reason"),
    ...tax,
  ]);
}

function categoryTax(category: number): ReadonlyArray<Binding> {
  return [
    fixed("VAT", "ram:CategoryTradeTax/ram:TypeCode"),
    term(`BT-${category}`, "ram:CategoryTradeTax/ram:CategoryCode"),
    term(`BT-${category + 1}`, "ram:CategoryTradeTax/ram:RateApplicablePercent"),
  ];
}

const LINE: ReadonlyArray<Binding> = [
  term("BT-126", "ram:AssociatedDocumentLineDocument/ram:LineID"),
  term("BT-127", "ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content"),
  ...below("ram:SpecifiedTradeProduct", [
    term("BT-157", "ram:GlobalID", { schemeID: "BT-157-1" }),
    term("BT-155", "ram:SellerAssignedID"),
    term("BT-156", "ram:BuyerAssignedID"),
    term("BT-153", "ram:Name"),
    term("BT-154", "ram:Description"),
    each("BG-32", "ram:ApplicableProductCharacteristic", [
      term("BT-160", "ram:Description"),
      term("BT-161", "ram:Value"),
    ]),
    term("BT-158", "ram:DesignatedProductClassification/ram:ClassCode", {
      listID: "BT-158-1",
      listVersionID: "BT-158-2",
    }),
    term("BT-159", "ram:OriginTradeCountry/ram:ID"),
  ]),
  ...below("ram:SpecifiedLineTradeAgreement", [
    term("BT-132", "ram:BuyerOrderReferencedDocument/ram:LineID"),
    ...below("ram:GrossPriceProductTradePrice", [
      term("BT-148", "ram:ChargeAmount"),
      fixed("false", "ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator", "BT-147"),
      term("BT-147", "ram:AppliedTradeAllowanceCharge/ram:ActualAmount"),
    ]),
    ...below("ram:NetPriceProductTradePrice", [
      term("BT-146", "ram:ChargeAmount"),
      term("BT-149", "ram:BasisQuantity"),
      term("BT-150", "ram:BasisQuantity/@unitCode"),
    ]),
  ]),
  ...below("ram:SpecifiedLineTradeDelivery", [
    term("BT-129", "ram:BilledQuantity"),
    term("BT-130", "ram:BilledQuantity/@unitCode"),
  ]),
  ...below("ram:SpecifiedLineTradeSettlement", [
    fixed("VAT", "ram:ApplicableTradeTax/ram:TypeCode"),
    term("BT-151", "ram:ApplicableTradeTax/ram:CategoryCode"),
    term("BT-152", "ram:ApplicableTradeTax/ram:RateApplicablePercent"),
    ...period("BT-134", "BT-135"),
    allowances("BG-27", false, [136, 137, 138, 139, 140]),
    allowances("BG-28", true, [141, 142, 143, 144, 145]),
    term("BT-131", "ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount"),
    term("BT-128", "ram:AdditionalReferencedDocument/ram:IssuerAssignedID"),
    fixed("130", "ram:AdditionalReferencedDocument/ram:TypeCode", "BT-128"),
    qualifier("BT-128", "ram:AdditionalReferencedDocument/ram:ReferenceTypeCode"),
    term("BT-133", "ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID"),
  ]),
];

/** A document of the header: a reference with a type code. */
function document(code: string): string {
  return `ram:AdditionalReferencedDocument[ram:TypeCode=${code}]`;
}

const AGREEMENT: ReadonlyArray<Binding> = [
  presence("BG-5", "ram:SellerTradeParty/ram:PostalTradeAddress"),
  presence("BG-8", "ram:BuyerTradeParty/ram:PostalTradeAddress"),
  presence("BG-11", "ram:SellerTaxRepresentativeTradeParty"),
  presence("BG-12", "ram:SellerTaxRepresentativeTradeParty/ram:PostalTradeAddress"),
  term("BT-10", "ram:BuyerReference"),
  ...below("ram:SellerTradeParty", [
    ...identifier("BT-29"),
    term("BT-27", "ram:Name"),
    term("BT-33", "ram:Description"),
    term("BT-30", "ram:SpecifiedLegalOrganization/ram:ID", { schemeID: "BT-30-1" }),
    term("BT-28", "ram:SpecifiedLegalOrganization/ram:TradingBusinessName"),
    ...contact(41),
    ...address(38, [35, 36, 162], 37, 40, 39),
    term("BT-34", "ram:URIUniversalCommunication/ram:URIID", { schemeID: "BT-34-1" }),
    taxIdentifier("BT-31", "VA"),
    taxIdentifier("BT-32", "FC"),
  ]),
  ...below("ram:BuyerTradeParty", [
    ...identifier("BT-46"),
    term("BT-44", "ram:Name"),
    term("BT-47", "ram:SpecifiedLegalOrganization/ram:ID", { schemeID: "BT-47-1" }),
    term("BT-45", "ram:SpecifiedLegalOrganization/ram:TradingBusinessName"),
    ...contact(56),
    ...address(53, [50, 51, 163], 52, 55, 54),
    term("BT-49", "ram:URIUniversalCommunication/ram:URIID", { schemeID: "BT-49-1" }),
    taxIdentifier("BT-48", "VA"),
  ]),
  ...below("ram:SellerTaxRepresentativeTradeParty", [
    term("BT-62", "ram:Name"),
    ...address(67, [64, 65, 164], 66, 69, 68),
    taxIdentifier("BT-63", "VA"),
  ]),
  term("BT-14", "ram:SellerOrderReferencedDocument/ram:IssuerAssignedID"),
  term("BT-13", "ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID"),
  term("BT-12", "ram:ContractReferencedDocument/ram:IssuerAssignedID"),
  each("BG-24", document("916"), [
    term("BT-122", "ram:IssuerAssignedID"),
    term("BT-124", "ram:URIID"),
    fixed("916", "ram:TypeCode"),
    term("BT-123", "ram:Name"),
    term("BT-125", "ram:AttachmentBinaryObject", { mimeCode: "BT-125-1", filename: "BT-125-2" }),
  ]),
  term("BT-17", `${document("50")}/ram:IssuerAssignedID`),
  fixed("50", `${document("50")}/ram:TypeCode`, "BT-17"),
  term("BT-18", `${document("130")}/ram:IssuerAssignedID`),
  fixed("130", `${document("130")}/ram:TypeCode`, "BT-18"),
  qualifier("BT-18", `${document("130")}/ram:ReferenceTypeCode`),
  term("BT-11", "ram:SpecifiedProcuringProject/ram:ID"),
  fixed("Project reference", "ram:SpecifiedProcuringProject/ram:Name", "BT-11"),
];

const DELIVERY: ReadonlyArray<Binding> = [
  presence("BG-15", "ram:ShipToTradeParty/ram:PostalTradeAddress"),
  ...below("ram:ShipToTradeParty", [
    ...identifier("BT-71"),
    term("BT-70", "ram:Name"),
    ...address(78, [75, 76, 165], 77, 80, 79),
  ]),
  term("BT-72", `ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${DAY}`, DATE),
  term("BT-16", "ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID"),
  term("BT-15", "ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID"),
];

/** The codes for the date of VAT: UNTDID 2475 by UNTDID 2005. */
const POINT_CODES = { "3": "5", "35": "29", "432": "72" };

const SETTLEMENT: ReadonlyArray<Binding> = [
  presence("BG-10", "ram:PayeeTradeParty"),
  presence("BG-14", "ram:BillingSpecifiedPeriod"),
  presence("BG-16", "ram:SpecifiedTradeSettlementPaymentMeans"),
  term("BT-90", "ram:CreditorReferenceID"),
  term("BT-83", "ram:PaymentReference"),
  term("BT-6", "ram:TaxCurrencyCode"),
  term("BT-5", "ram:InvoiceCurrencyCode"),
  ...below("ram:PayeeTradeParty", [
    ...identifier("BT-60"),
    term("BT-59", "ram:Name"),
    term("BT-61", "ram:SpecifiedLegalOrganization/ram:ID", { schemeID: "BT-61-1" }),
  ]),
  eachOrOnce("BG-17", "ram:SpecifiedTradeSettlementPaymentMeans", [
    term("BT-81", "ram:TypeCode"),
    term("BT-82", "ram:Information"),
    term("BT-87", "ram:ApplicableTradeSettlementFinancialCard/ram:ID"),
    term("BT-88", "ram:ApplicableTradeSettlementFinancialCard/ram:CardholderName"),
    term("BT-91", "ram:PayerPartyDebtorFinancialAccount/ram:IBANID"),
    term("BT-84", "ram:PayeePartyCreditorFinancialAccount/ram:IBANID"),
    term("BT-85", "ram:PayeePartyCreditorFinancialAccount/ram:AccountName"),
    term("BT-84", "ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID"),
    term("BT-86", "ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID"),
  ]),
  each("BG-23", "ram:ApplicableTradeTax", [
    term("BT-117", "ram:CalculatedAmount"),
    fixed("VAT", "ram:TypeCode"),
    term("BT-120", "ram:ExemptionReason"),
    term("BT-116", "ram:BasisAmount"),
    term("BT-118", "ram:CategoryCode"),
    term("BT-121", "ram:ExemptionReasonCode"),
    term("BT-7", "ram:TaxPointDate/udt:DateString", DATE),
    term("BT-8", "ram:DueDateTypeCode", {}, { codes: POINT_CODES }),
    term("BT-119", "ram:RateApplicablePercent"),
  ]),
  ...period("BT-73", "BT-74"),
  allowances("BG-20", false, [92, 93, 94, 97, 98], categoryTax(95)),
  allowances("BG-21", true, [99, 100, 101, 104, 105], categoryTax(102)),
  ...below("ram:SpecifiedTradePaymentTerms", [
    term("BT-20", "ram:Description"),
    term("BT-9", `ram:DueDateDateTime/${DAY}`, DATE),
    term("BT-89", "ram:DirectDebitMandateID"),
  ]),
  ...below("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
    term("BT-106", "ram:LineTotalAmount"),
    term("BT-108", "ram:ChargeTotalAmount"),
    term("BT-107", "ram:AllowanceTotalAmount"),
    term("BT-109", "ram:TaxBasisTotalAmount"),
    term("BT-110", "ram:TaxTotalAmount", { currencyID: "$BT-5" }),
    term("BT-111", "ram:TaxTotalAmount+", { currencyID: "$BT-6" }),
    term("BT-114", "ram:RoundingAmount"),
    term("BT-112", "ram:GrandTotalAmount"),
    term("BT-113", "ram:TotalPrepaidAmount"),
    term("BT-115", "ram:DuePayableAmount"),
  ]),
  each("BG-3", "ram:InvoiceReferencedDocument", [
    term("BT-25", "ram:IssuerAssignedID"),
    term("BT-26", "ram:FormattedIssueDateTime/qdt:DateTimeString", DATE),
  ]),
  term("BT-19", "ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID"),
];

/** UN/CEFACT Cross Industry Invoice D16B, the syntax of Factur-X and ZUGFeRD. */
export const CII: Syntax = {
  root: "rsm:CrossIndustryInvoice",
  namespaces: {
    rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
    udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  },
  entries: [
    ...below("rsm:ExchangedDocumentContext", [
      term("BT-23", "ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID"),
      term("BT-24", "ram:GuidelineSpecifiedDocumentContextParameter/ram:ID"),
    ]),
    ...below("rsm:ExchangedDocument", [
      term("BT-1", "ram:ID"),
      term("BT-3", "ram:TypeCode"),
      term("BT-2", `ram:IssueDateTime/${DAY}`, DATE),
      each("BG-1", "ram:IncludedNote", [
        term("BT-22", "ram:Content"),
        term("BT-21", "ram:SubjectCode"),
      ]),
    ]),
    ...below("rsm:SupplyChainTradeTransaction", [
      each("BG-25", "ram:IncludedSupplyChainTradeLineItem", LINE),
      ...below("ram:ApplicableHeaderTradeAgreement", AGREEMENT),
      fixed("", "ram:ApplicableHeaderTradeDelivery"),
      ...below("ram:ApplicableHeaderTradeDelivery", DELIVERY),
      ...below("ram:ApplicableHeaderTradeSettlement", SETTLEMENT),
    ]),
  ],
  write: (type, text) => (type === "date" ? text.replaceAll("-", "") : text),
  read: (type, text) =>
    type === "date" ? text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") : text,
  hasCurrencies: false,
};
