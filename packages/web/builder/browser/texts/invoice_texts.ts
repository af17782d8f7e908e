/** The texts of the electronic invoice. */
export const INVOICE_TEXTS = {
  title: "Electronic invoice",
  none: "Documents have no electronic invoice. With one, they are Factur-X or ZUGFeRD files, or XRechnung.",
  start: "Set up…",
  edit: "Edit…",
  complete: "All required terms are mapped.",
  missing: (count: number) =>
    count === 1 ? "1 required term is missing." : `${count} required terms are missing.`,
  profileOf: (name: string) => `Profile ${name}`,
  profile: "Profile",
  profiles: {
    en16931: "EN 16931 (Factur-X, ZUGFeRD)",
    basic: "Basic (Factur-X)",
    extended: "Extended (Factur-X)",
    xrechnung: "XRechnung 3.0",
  },
  search: "Search terms",
  all: "Show optional terms",
  suggest: "Suggest by name",
  suggested: (count: number) =>
    count === 0
      ? "No variable has a name that fits."
      : count === 1
        ? "1 term is filled in. Check it."
        : `${count} terms are filled in. Check them.`,
  progress: (met: number, all: number) => `${met} of ${all} required terms mapped`,
  sectionMissing: (count: number) => (count === 1 ? "1 missing" : `${count} missing`),
  nothingFound: "No term has this name.",
  required: "Required",
  notMapped: "Not in the invoice",
  calculated: "Calculated",
  variables: "Variables",
  rowsOf: (label: string) => `Columns of ${label}`,
  lists: "Lists of rows",
  option: (label: string, key: string) => `${label} (${key})`,
  unavailable: (key: string) => `${key}, which does not fit`,
  fixed: "Always the same…",
  fixedValue: (name: string) => `${name}: value`,
  listOf: (name: string) => `${name}: list`,
  choose: "Choose where this comes from.",
  chooseOne: (names: string) => `Choose where one of these comes from: ${names}.`,
  chooseList: "Choose the list with the lines of the invoice.",
  noValue: "Enter the value.",
  unknownKey: (key: string) => `Your data has no “${key}”.`,
  wrongType: (types: string) => `This needs another kind of value: ${types}.`,
  notInBasic: "The profile Basic does not have this. Choose EN 16931.",
  withSample: (message: string) => `With the sample data: ${message}`,
  noSample: "Add sample data to check amounts, codes and dates by the rules of the standard.",
  sampleFine: "The sample data breaks no rule of the standard.",
  sampleBroken: (count: number) =>
    count === 1
      ? "The sample data breaks 1 rule of the standard."
      : `The sample data breaks ${count} rules of the standard.`,
  invalidSample: "The sample data does not match the variables.",
  done: "Done",
  remove: "Remove the electronic invoice",
  sections: {
    document: "Document",
    seller: "Seller",
    buyer: "Buyer",
    payment: "Payment",
    lines: "Lines",
    charges: "Allowances and charges",
    vat: "VAT breakdown",
    totals: "Totals",
    delivery: "Delivery and period",
  },
} as const;
