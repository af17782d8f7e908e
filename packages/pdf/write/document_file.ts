import { type Archive, addArchive } from "./archive/archive_entries.ts";
import { standardsXmp } from "./archive/archive_xmp.ts";
import { decimal, POINTS } from "./content.ts";
import { addLinkAnnotations, type LinkArea, linkAnnotations } from "./link_area.ts";
import { addNavigation, type PageTarget } from "./navigation.ts";
import { PdfFile, type Ref } from "./pdf_file.ts";
import type { Resources } from "./resources.ts";
import { addStructure, type TaggedAnnotation } from "./tags/add_structure.ts";
import type { PageTags, Structure } from "./tags/structure.ts";
import { textString } from "./text_string.ts";

/** A page and its content stream; the size is in millimetres. */
export interface PageContent {
  readonly width: number;
  readonly height: number;
  readonly content: string;
  readonly links?: ReadonlyArray<LinkArea>;
  readonly targets?: ReadonlyArray<PageTarget>;
  /** The operator that begins the content as one marked part, on a page of a base PDF. */
  readonly mark?: string;
  /** Its marked content, if the document has a structure. */
  readonly tags?: PageTags | undefined;
}

/** Writes a document without a base PDF. */
export async function documentFile(
  pages: ReadonlyArray<PageContent>,
  resources: Resources,
  properties: DocumentProperties,
  structure?: Structure,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PdfFile();
  const [root, tree, resourcesRef] = [file.reserve(), file.reserve(), file.reserve()];
  const tagged: Array<TaggedAnnotation> = [];
  const kids = pages.map(({ width, height, content, links = [] }, index): Ref => {
    const contents = file.addDeflated("", Buffer.from(content, "latin1"));
    const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
    let [annotations, tags] = [linkAnnotations(links), ""];
    if (structure !== undefined) {
      const added = addLinkAnnotations(file, links, pages.length + tagged.length, index);
      tagged.push(...added.tagged);
      annotations = added.annotations;
      tags = `/StructParents ${index}/Tabs/S`;
    }
    const entries = annotations === "" ? tags : `${tags}/Annots[${annotations}]`;
    return file.add(
      `<</Type/Page/Parent ${tree}/MediaBox${box}/Resources ${resourcesRef}/Contents ${contents}${entries}>>`,
    );
  });
  await resources.addTo(file, resourcesRef);
  file.add(`<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`, tree);
  const navigation = addNavigation(
    file,
    kids.map((ref, index) => ({ ref, targets: pages[index]?.targets ?? [] })),
    textString,
  );
  const { info, xmp } = metadata(properties);
  const { archive } = properties;
  const archiveEntries = archive === undefined ? "" : addArchive(file, archive, NO_TIME.pdf);
  const metadataRef = file.addStream("/Type/Metadata/Subtype/XML", xmp);
  const structureEntries =
    structure === undefined
      ? ""
      : addStructure(file, structure, {
          refs: kids,
          tags: pages.flatMap(({ tags }) => tags ?? []),
          annotations: tagged,
        });
  file.add(
    `<</Type/Catalog/Pages ${tree}/Lang ${textString(properties.language)}${structureEntries}` +
      `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadataRef}${archiveEntries}${navigation}>>`,
    root,
  );
  return file.finish(root, file.add(info));
}

/** The properties of a document. */
export interface DocumentProperties {
  readonly title: string;
  /** A BCP 47 tag. */
  readonly language: string;
  /** Whether it conforms to PDF/UA-1. */
  readonly isAccessible?: boolean;
  /** What an archivable document promises. */
  readonly archive?: Archive | undefined;
}

/** A fixed time, so that the same input gives the same bytes. */
const NO_TIME = { pdf: "D:19700101000000Z", xmp: "1970-01-01T00:00:00Z" };

/** The properties as an information dictionary and as XMP. */
export function metadata({ title, language, archive, isAccessible }: DocumentProperties): {
  readonly info: string;
  readonly xmp: Uint8Array;
} {
  const info =
    `<</Title ${textString(title)}/Creator(Paraph)/Producer(Paraph)` +
    `/CreationDate(${NO_TIME.pdf})/ModDate(${NO_TIME.pdf})>>`;
  const standardXmp = standardsXmp({ archive, isAccessible: isAccessible === true });
  const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>Paraph</xmp:CreatorTool><pdf:Producer>Paraph</pdf:Producer>
<xmp:CreateDate>${NO_TIME.xmp}</xmp:CreateDate><xmp:ModifyDate>${NO_TIME.xmp}</xmp:ModifyDate>
</rdf:Description>${standardXmp === "" ? "" : `\n${standardXmp}`}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return { info, xmp: Buffer.from(xmp, "utf8") };
}

/** Escapes text for XML, which does not allow control characters. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
