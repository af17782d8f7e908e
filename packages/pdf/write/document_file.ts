import { addArchive } from "./archive/archive_entries.ts";
import { decimal, POINTS } from "./content.ts";
import { addLinkAnnotations, type LinkArea, linkAnnotations } from "./link_area.ts";
import { type DocumentProperties, metadata, NO_TIME } from "./metadata.ts";
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
      tags = `/StructParents ${index}${annotations === "" ? "" : "/Tabs/S"}`;
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
