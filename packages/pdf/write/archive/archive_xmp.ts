import { STANDARDS } from "@paraph/core/layouts";

import type { Archive } from "./archive_entries.ts";

/** The descriptions in the XMP of an archivable document: its standard and its invoice. */
export function archiveXmp({ standard, invoice }: Archive): string {
  const { part, conformance } = STANDARDS[standard];
  const standardXmp =
    `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">` +
    `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance>` +
    `</rdf:Description>\n`;
  if (invoice === undefined) return standardXmp;
  const { name, conformanceLevel } = invoice;
  return `${standardXmp}<rdf:Description rdf:about="" xmlns:fx="${INVOICE_NAMESPACE}">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>${conformanceLevel}</fx:ConformanceLevel>
</rdf:Description>
${INVOICE_SCHEMA}
`;
}

const INVOICE_NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

const INVOICE_PROPERTIES = [
  ["DocumentFileName", "The name of the embedded XML document"],
  ["DocumentType", "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER"],
  ["Version", "The actual version of the standard applying to the embedded XML document"],
  ["ConformanceLevel", "The conformance level of the embedded XML document"],
] as const;

/** PDF/A requires a description of every property that it does not define itself. */
const INVOICE_SCHEMA = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${INVOICE_NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${INVOICE_PROPERTIES.map(
  ([name, description]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
).join("\n")}
</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
