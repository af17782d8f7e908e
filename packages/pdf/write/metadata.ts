import type { Archive } from "./archive/archive_entries.ts";
import { standardsXmp } from "./archive/archive_xmp.ts";
import type { AttachedFile } from "./attachments.ts";
import type { Information } from "./information.ts";
import { NO_TIME } from "./no_time.ts";
import { textString } from "./text_string.ts";

/** The properties of a document. */
export interface DocumentProperties {
  /** The title of a document that has none of its own. */
  readonly title: string;
  readonly information?: Information | undefined;
  /** A BCP 47 tag. */
  readonly language: string;
  /** Whether it conforms to PDF/UA-1. */
  readonly isAccessible?: boolean;
  /** What an archivable document promises. */
  readonly archive?: Archive | undefined;
  readonly attachments?: ReadonlyArray<AttachedFile>;
}

/** The properties as an information dictionary and as XMP. Both say the same, as PDF/A requires. */
export function metadata(properties: DocumentProperties): {
  readonly info: string;
  readonly xmp: Uint8Array;
} {
  const { title = properties.title, ...information } = properties.information ?? {};
  const all = { ...information, title };
  return { info: infoOf(all), xmp: Buffer.from(xmpOf(all, properties), "utf8") };
}

interface TitledInformation extends Information {
  readonly title: string;
}

function infoOf({ title, author, subject, keywords }: TitledInformation): string {
  const entries = [
    ["Title", title],
    ["Author", author],
    ["Subject", subject],
    ["Keywords", keywordText(keywords)],
  ].flatMap(([name, text]) => (text === undefined ? [] : [`/${name} ${textString(text)}`]));
  return (
    `<<${entries.join("")}/Creator(Paraph)/Producer(Paraph)` +
    `/CreationDate(${NO_TIME.pdf})/ModDate(${NO_TIME.pdf})>>`
  );
}

function xmpOf(
  { title, author, subject, keywords }: TitledInformation,
  { language, archive, isAccessible }: DocumentProperties,
): string {
  const words = keywordText(keywords);
  const elements = [
    alternative("dc:title", title),
    `<dc:language>${list("Bag", [language])}</dc:language>`,
    ...(author === undefined ? [] : [`<dc:creator>${list("Seq", [author])}</dc:creator>`]),
    ...(subject === undefined ? [] : [alternative("dc:description", subject)]),
    ...(keywords === undefined || words === undefined
      ? []
      : [
          `<dc:subject>${list("Bag", keywords)}</dc:subject>`,
          `<pdf:Keywords>${escapeXml(words)}</pdf:Keywords>`,
        ]),
    `<xmp:CreatorTool>Paraph</xmp:CreatorTool><pdf:Producer>Paraph</pdf:Producer>`,
    `<xmp:CreateDate>${NO_TIME.xmp}</xmp:CreateDate><xmp:ModifyDate>${NO_TIME.xmp}</xmp:ModifyDate>`,
  ];
  const standardXmp = standardsXmp({ archive, isAccessible: isAccessible === true });
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
${elements.join("\n")}
</rdf:Description>${standardXmp === "" ? "" : `\n${standardXmp}`}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

/** The keywords as one text; undefined without any. */
function keywordText(keywords: ReadonlyArray<string> | undefined): string | undefined {
  return keywords === undefined || keywords.length === 0 ? undefined : keywords.join(", ");
}

function list(kind: "Bag" | "Seq", texts: ReadonlyArray<string>): string {
  const items = texts.map((text) => `<rdf:li>${escapeXml(text)}</rdf:li>`);
  return `<rdf:${kind}>${items.join("")}</rdf:${kind}>`;
}

function alternative(name: string, text: string): string {
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></${name}>`;
}

/** Escapes text for XML, which does not allow control characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
