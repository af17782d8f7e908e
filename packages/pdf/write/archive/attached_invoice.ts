import { type Einvoice, invoiceFromData, type Profile, writeInvoice } from "@paraph/core/einvoices";
import type { InputData } from "@paraph/core/manifests";

/** The electronic invoice in a document, as Factur-X and ZUGFeRD attach it. */
export interface AttachedInvoice {
  /** The name of the file, in ASCII. */
  readonly name: string;
  /** The profile, as the metadata of the document names it. */
  readonly conformanceLevel: string;
  /** The invoice in the syntax CII. */
  readonly xml: string;
}

/** The names of the profiles in the specification of Factur-X and ZUGFeRD. */
const CONFORMANCE_LEVELS: Readonly<Record<Profile, string>> = {
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  xrechnung: "XRECHNUNG",
};

/** Writes the invoice of a document from the data that its pages show. */
export function attachedInvoice(einvoice: Einvoice, data: InputData): AttachedInvoice {
  const { profile } = einvoice;
  return {
    name: profile === "xrechnung" ? "xrechnung.xml" : "factur-x.xml",
    conformanceLevel: CONFORMANCE_LEVELS[profile],
    xml: writeInvoice(invoiceFromData(einvoice, data), "cii"),
  };
}
