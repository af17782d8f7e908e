/** What a document says of itself. */
export interface DocumentProperties {
  readonly title: string;
  /** A BCP 47 tag. */
  readonly language: string;
}

/** The same bytes for the same input: nothing in a document tells when it was made. */
const NO_TIME = { pdf: "D:19700101000000Z", xmp: "1970-01-01T00:00:00Z" };

/** The same properties twice, as PDF has them of old and as XMP. */
export function metadata({ title, language }: DocumentProperties): {
  readonly info: string;
  readonly xmp: Uint8Array;
} {
  const info =
    `<</Title ${textString(title)}/Creator(Paraph)/Producer(Paraph)` +
    `/CreationDate(${NO_TIME.pdf})/ModDate(${NO_TIME.pdf})>>`;
  const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>Paraph</xmp:CreatorTool><pdf:Producer>Paraph</pdf:Producer>
<xmp:CreateDate>${NO_TIME.xmp}</xmp:CreateDate><xmp:ModifyDate>${NO_TIME.xmp}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return { info, xmp: Buffer.from(xmp, "utf8") };
}

/** Text as UTF-16 in hexadecimal digits, which needs no escapes. */
export function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  return `<feff${units.join("")}>`;
}

/** Text inside XML; control characters have no place there. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
