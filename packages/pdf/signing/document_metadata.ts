import { type PDF, PdfDict, PdfName, PdfStream, PdfString } from "@libpdf/core";

/** Compressed metadata up to this size unpacks within the memory of a thread. */
const MAX_STREAM_SIZE = 64 * 1024;

/** Writes the times and the request of a document to its information dictionary and its XMP. */
export function describeDocument(document: PDF, facts: SealedFacts): void {
  const { trailer } = document.context.info;
  // Without this entry LibPDF adds a title and an author.
  if (!trailer.has("Info"))
    trailer.set(
      "Info",
      document.register(PdfDict.of({ Producer: PdfString.fromString("Paraph") })),
    );
  document.setCreationDate(facts.createdAt);
  document.setModificationDate(facts.at);
  const xmp = new TextEncoder().encode(sealedXmp(xmpOf(document), facts));
  const entries = { Type: PdfName.of("Metadata"), Subtype: PdfName.of("XML") };
  document.getCatalog().set("Metadata", document.createStream(entries, xmp));
}

/** Returns the XMP metadata of a document, `undefined` if it has none or it is unreadable. */
export function xmpOf(document: PDF): string | undefined {
  try {
    const reference = document.getCatalog().getRef("Metadata");
    const stream = reference === undefined ? null : document.getObject(reference);
    if (!(stream instanceof PdfStream) || stream.data.length > MAX_STREAM_SIZE) return undefined;
    return new TextDecoder("utf-8", { fatal: true }).decode(stream.getDecodedData());
  } catch {
    return undefined; // Damaged metadata, or another encoding.
  }
}

/** The facts in the XMP metadata of a sealed document. */
export interface SealedFacts {
  readonly requestId: string;
  /** When the document was created. */
  readonly createdAt: Date;
  /** When it was sealed. */
  readonly at: Date;
  /** Of a certificate, the SHA-256 of the signed document, in hex. */
  readonly about?: string | undefined;
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const END = "</rdf:RDF>";
/** Larger metadata is replaced instead of extended. */
const MAX_METADATA_SIZE = 256 * 1024;

/** Properties that Paraph replaces. */
const REPLACED_PROPERTIES = [
  /<xmp:(CreateDate|ModifyDate|MetadataDate)>[^<]{0,100}<\/xmp:\1>/g,
  /\sxmp:(?:CreateDate|ModifyDate|MetadataDate)=(?:"[^"<]{0,100}"|'[^'<]{0,100}')/g,
  /<dc:identifier>[^<]{0,1000}<\/dc:identifier>/g,
  /\sdc:identifier=(?:"[^"<]{0,1000}"|'[^'<]{0,1000}')/g,
];

/**
 * Returns the XMP metadata of a sealed document: its earlier metadata, with the request as `dc:identifier`
 * and the actual times. Replaces metadata that cannot be extended safely.
 */
export function sealedXmp(before: string | undefined, facts: SealedFacts): string {
  const describe = descriptionOf(facts);
  if (before === undefined || !isExtensible(before)) return packet(describe(""));
  const retainedXmp = REPLACED_PROPERTIES.reduce(
    (text, pattern) => text.replace(pattern, ""),
    before,
  );
  const end = retainedXmp.indexOf(END);
  // All descriptions in a packet are about the same resource.
  const about = /rdf:about=(?:"([^"<]{0,200})"|'([^'<"]{0,200})')/.exec(retainedXmp);
  return `${retainedXmp.slice(0, end)}${describe(about?.[1] ?? about?.[2] ?? "")}${retainedXmp.slice(end)}`;
}

/** Returns the request id in the metadata of a sealed document. */
export function requestIdIn(xmp: string): string | undefined {
  const matches = xmp.matchAll(/<dc:identifier>urn:uuid:([0-9a-f-]{36})<\/dc:identifier>/g);
  return Array.from(matches, ([, id]) => id).at(-1);
}

/** Returns whether the metadata is plain RDF with the usual prefixes, and cannot hide appended text. */
function isExtensible(xmp: string): boolean {
  return (
    xmp.length <= MAX_METADATA_SIZE &&
    xmp.indexOf(END) !== -1 &&
    xmp.indexOf(END) === xmp.lastIndexOf(END) &&
    xmp.includes(`="${RDF}"`) &&
    !xmp.includes("<!")
  );
}

function descriptionOf({ requestId, createdAt, at, about }: SealedFacts) {
  const time = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;
  const relation =
    about === undefined
      ? ""
      : `<dc:relation><rdf:Bag><rdf:li>sha256:${about}</rdf:li></rdf:Bag></dc:relation>`;
  return (resource: string) =>
    `<rdf:Description rdf:about="${resource}" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:xmp="http://ns.adobe.com/xap/1.0/">` +
    `<dc:identifier>urn:uuid:${requestId}</dc:identifier>${relation}` +
    `<xmp:CreateDate>${time(createdAt)}</xmp:CreateDate>` +
    `<xmp:ModifyDate>${time(at)}</xmp:ModifyDate>` +
    `<xmp:MetadataDate>${time(at)}</xmp:MetadataDate></rdf:Description>`;
}

function packet(description: string): string {
  return (
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n` +
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">${description}${END}` +
    `</x:xmpmeta>\n<?xpacket end="r"?>`
  );
}
