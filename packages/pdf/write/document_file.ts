import type { PageNumberFormat } from "@paraph/core/layouts";

import { addPdfs, bookmarksAround, type ShownPdfs, structuresAround } from "../added/shown_pdfs.ts";
import { addArchive } from "./archive/archive_entries.ts";
import { addAttachments } from "./attachments.ts";
import { decimal, POINTS } from "./content.ts";
import { FormWriter } from "./form/add_form.ts";
import type { Widget } from "./form/form.ts";
import { addLinkAnnotations, type LinkArea, linkAnnotations } from "./link_area.ts";
import { type DocumentProperties, metadata } from "./metadata.ts";
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
  /** The format of the page numbers that begin with this page; undefined if they continue. */
  readonly numbering?: PageNumberFormat | undefined;
  /** Its form fields. */
  readonly widgets?: ReadonlyArray<Widget>;
  readonly targets?: ReadonlyArray<PageTarget>;
  /** The operator that begins the content as one marked part, on a page of a base PDF. */
  readonly mark?: string;
  /** Its marked content, if the document has a structure. */
  readonly tags?: PageTags | undefined;
}

/** Pages in their order, which may be painted only when they are read, and only once. */
export interface PageSequence extends Iterable<PageContent> {
  readonly length: number;
}

/** The parts of a document next to its drawn pages. */
export interface OtherParts {
  readonly structure?: Structure | undefined;
  readonly pdfs?: ShownPdfs | undefined;
  /** Whether the PDFs have their bookmarks. */
  readonly hasBookmarks?: boolean;
}

/** Writes a document without a base PDF. The content of a page is written before the next page is read. */
export function documentFile(
  pages: PageSequence,
  resources: Resources,
  properties: DocumentProperties,
  { structure, pdfs, hasBookmarks = true }: OtherParts = {},
): Uint8Array<ArrayBuffer> {
  const file = new PdfFile(undefined, pdfs?.all.nextNumber);
  const root = file.reserve();
  const tree = pdfs?.all.tree ?? file.reserve();
  const resourcesRef = file.reserve();
  const [before, after] = [addPdfs(file, pdfs?.before), addPdfs(file, pdfs?.after)];
  const firstKey = pdfs?.all.nextKey ?? 0;
  const tagged: Array<TaggedAnnotation> = [];
  const form = new FormWriter(file, resourcesRef);
  const written = Array.from(pages, (page, index): WrittenPage => {
    const { width, height, content, links = [], widgets = [], targets = [] } = page;
    const contents = file.addDeflated("", content);
    const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
    let [annotations, tags] = [linkAnnotations(links), ""];
    if (structure !== undefined) {
      const key = firstKey + pages.length;
      const added = addLinkAnnotations(file, links, key + tagged.length, index);
      tagged.push(...added.tagged);
      annotations = added.annotations;
      tags = `/StructParents ${firstKey + index}`;
    }
    const ref = widgets.length === 0 ? undefined : file.reserve();
    if (ref !== undefined) {
      const key = firstKey + pages.length + tagged.length;
      const added = form.addWidgets(widgets, { ref, index }, key);
      tagged.push(...added.tagged);
      annotations += added.annotations;
    }
    const order = structure === undefined ? (ref === undefined ? "" : "/Tabs/R") : "/Tabs/S";
    const entries = annotations === "" ? tags : `${tags}${order}/Annots[${annotations}]`;
    const pageRef = file.add(
      `<</Type/Page/Parent ${tree}/MediaBox${box}/Resources ${resourcesRef}/Contents ${contents}${entries}>>`,
      ref,
    );
    return { ref: pageRef, targets, tags: page.tags, numbering: page.numbering };
  });
  const kids = written.map(({ ref }) => ref);
  resources.addTo(file, resourcesRef);
  const formEntry = form.finish(resources);
  const all = [...before, ...kids, ...after];
  file.add(`<</Type/Pages/Count ${all.length}/Kids[${all.join(" ")}]>>`, tree);
  const navigation = addNavigation(
    file,
    written,
    textString,
    hasBookmarks ? bookmarksAround(pdfs) : undefined,
  );
  const labels = pageLabels(written, pdfs, before.length);
  const { info, xmp } = metadata(properties);
  const { archive, attachments = [] } = properties;
  const archiveEntries = archive === undefined ? "" : addArchive(file);
  const attachmentEntries = addAttachments(file, attachments);
  const metadataRef = file.addStream("/Type/Metadata/Subtype/XML", xmp);
  const structureEntries =
    structure === undefined
      ? ""
      : addStructure(
          file,
          structure,
          { refs: kids, tags: written.flatMap(({ tags }) => tags ?? []), annotations: tagged },
          pdfs && structuresAround(pdfs),
        );
  file.add(
    `<</Type/Catalog/Pages ${tree}/Lang ${textString(properties.language)}${structureEntries}` +
      `/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${metadataRef}${archiveEntries}${attachmentEntries}${navigation}${formEntry}${labels}>>`,
    root,
  );
  return file.finish(root, file.add(info));
}

/** What the document needs of a written page. */
interface WrittenPage extends Pick<PageContent, "tags" | "numbering"> {
  readonly ref: Ref;
  readonly targets: ReadonlyArray<PageTarget>;
}

const LABEL_STYLES: Record<PageNumberFormat, string> = {
  decimal: "D",
  "lower-roman": "r",
  "upper-roman": "R",
};

/** The entry for the page numbers that PDF readers show; "" if the pages are numbered from 1. */
function pageLabels(
  pages: ReadonlyArray<Pick<WrittenPage, "numbering">>,
  pdfs: ShownPdfs | undefined,
  before: number,
): string {
  const ranges = pages.flatMap(({ numbering }, index) =>
    numbering === undefined ? [] : [[index, LABEL_STYLES[numbering]] as const],
  );
  if (ranges.length === 0) return "";
  const restartsAtOnce = ranges[0]?.[0] === 0;
  const others = before > 0 && pdfs?.all.areCounted === false;
  const first = others ? `0<<>>${restartsAtOnce ? "" : `${before}<</S/D>>`}` : "0<</S/D>>";
  const own = ranges.map(([index, style]) => `${before + index}<</S/${style}>>`);
  return `/PageLabels<</Nums[${before === 0 && restartsAtOnce ? "" : first}${own.join("")}]>>`;
}
