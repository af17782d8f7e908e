import { STANDARDS } from "@paraph/core/layouts";

import type { Archive } from "./archive_entries.ts";

/** The standards of a document, and its invoice. */
interface DocumentStandards {
  readonly archive: Archive | undefined;
  readonly isAccessible: boolean;
}

/** The descriptions in the XMP of a document for its standards and its invoice; "" without a standard. */
export function standardsXmp({ archive, isAccessible }: DocumentStandards): string {
  const descriptions: Array<string> = [];
  const schemas: Array<string> = [];
  if (archive !== undefined) {
    const { part, conformance } = STANDARDS[archive.standard];
    descriptions.push(
      `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">` +
        `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance>` +
        `</rdf:Description>`,
    );
  }
  if (isAccessible) {
    descriptions.push(
      `<rdf:Description rdf:about="" xmlns:pdfuaid="${UA_NAMESPACE}">` +
        `<pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
    );
    schemas.push(UA_SCHEMA);
  }
  if (archive?.invoice !== undefined) {
    const { name, conformanceLevel } = archive.invoice;
    descriptions.push(`<rdf:Description rdf:about="" xmlns:fx="${INVOICE_NAMESPACE}">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>${conformanceLevel}</fx:ConformanceLevel>
</rdf:Description>`);
    schemas.push(INVOICE_SCHEMA);
  }
  // PDF/A requires a description of every property that it does not define itself.
  if (archive !== undefined && schemas.length > 0) descriptions.push(extensionSchemas(schemas));
  return descriptions.map((description) => `${description}\n`).join("");
}

const UA_NAMESPACE = "http://www.aiim.org/pdfua/ns/id/";
const INVOICE_NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

const INVOICE_PROPERTIES = [
  ["DocumentFileName", "The name of the embedded XML document"],
  ["DocumentType", "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER"],
  ["Version", "The actual version of the standard applying to the embedded XML document"],
  ["ConformanceLevel", "The conformance level of the embedded XML document"],
] as const;

interface Property {
  readonly name: string;
  readonly type: string;
  readonly category: "internal" | "external";
  readonly description: string;
}

function schemaOf(
  schema: { readonly title: string; readonly namespace: string; readonly prefix: string },
  properties: ReadonlyArray<Property>,
): string {
  const { title, namespace, prefix } = schema;
  const items = properties.map(
    ({ name, type, category, description }) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${title}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${items.join("\n")}
</rdf:Seq></pdfaSchema:property></rdf:li>`;
}

const INVOICE_SCHEMA = schemaOf(
  { title: "Factur-X PDFA Extension Schema", namespace: INVOICE_NAMESPACE, prefix: "fx" },
  INVOICE_PROPERTIES.map(([name, description]) => ({
    name,
    type: "Text",
    category: "external",
    description,
  })),
);

const UA_SCHEMA = schemaOf(
  { title: "PDF/UA Universal Accessibility Schema", namespace: UA_NAMESPACE, prefix: "pdfuaid" },
  [
    {
      name: "part",
      type: "Integer",
      category: "internal",
      description: "Indicates, which part of ISO 14289 standard is followed",
    },
  ],
);

function extensionSchemas(schemas: ReadonlyArray<string>): string {
  return `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>${schemas.join("\n")}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}
