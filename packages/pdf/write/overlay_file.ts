import { addPdfs, bookmarksAround } from "../added/shown_pdfs.ts";
import type { BasePages, PreparedBase } from "../read/prepared_base.ts";
import { addArchive } from "./archive/archive_entries.ts";
import { addAttachments } from "./attachments.ts";
import { decimal, POINTS, precise } from "./content.ts";
import type { OtherParts, PageContent, PageSequence } from "./document_file.ts";
import type { Information } from "./information.ts";
import { linkAnnotations, movedLink } from "./link_area.ts";
import { type DocumentProperties, metadata } from "./metadata.ts";
import { addNavigation } from "./navigation.ts";
import { PdfFile, type Ref } from "./pdf_file.ts";
import type { Resources } from "./resources.ts";
import { END_MARKED } from "./tags/structure.ts";
import { textString } from "./text_string.ts";

/** Draws page contents over the pages of a base PDF, which stays unchanged. */
export function overlayFile(
  base: PreparedBase,
  pages: PageSequence,
  resources: Resources,
  properties: DocumentProperties,
  { pdfs, hasBookmarks = true }: Pick<OtherParts, "pdfs" | "hasBookmarks"> = {},
): Uint8Array<ArrayBuffer> {
  const file = new PdfFile(base.objects, pdfs?.all.nextNumber);
  const resourcesRef = file.reserve();
  // Isolates the overlay from the graphics state that the base leaves.
  const open = file.addStream("", Buffer.from("q\n"));
  const overlays = pages[Symbol.iterator]();
  for (const page of base.pages) {
    const overlay: PageContent | undefined = overlays.next().value;
    const links = (overlay?.links ?? []).map((link) => movedLink(link, page.matrix));
    const annotations = page.annotations + linkAnnotations(links);
    const entries = page.entries + (annotations === "" ? "" : `/Annots[${annotations}]`);
    const add = (contents: string, xObjects: string) =>
      file.add(
        `<<${entries}${contents === "" ? "" : `/Contents[${contents}]`}/Resources<<${page.resources}/XObject<<${page.xObjects}${xObjects}>>>>>>`,
        page.ref,
      );
    if (overlay === undefined || overlay.content === "") {
      add(page.contents, "");
      continue;
    }
    const drawing = addDrawing(file, overlay, resourcesRef);
    const drawn = `q ${page.matrix.map(precise).join(" ")} cm ${page.drawingName} Do Q\n`;
    const { mark } = overlay;
    const marked = mark === undefined ? drawn : `${mark}${drawn}${END_MARKED}`;
    const close = file.addStream("", Buffer.from(`\nQ\n${marked}`, "latin1"));
    add(`${open} ${page.contents} ${close}`, `${page.drawingName} ${drawing}`);
  }
  resources.addTo(file, resourcesRef);
  const { catalog, root } = base;
  if (catalog === undefined)
    return file.finish(root, base.info ?? file.add(metadata(properties).info));
  const { information, pages: basePages } = catalog;
  const pageEntries =
    basePages === undefined ? "" : addPages(file, base, basePages, { pdfs, hasBookmarks });
  if (information === undefined) {
    file.add(`<<${catalog.entries}${pageEntries}>>`, root);
    return file.finish(root, base.info ?? file.add(metadata(properties).info));
  }
  const { info, xmp } = metadata(withOwn(properties, information));
  const metadataRef = file.addStream("/Type/Metadata/Subtype/XML", xmp);
  const { archive, attachments = [] } = properties;
  const archiveEntries =
    archive === undefined
      ? ""
      : addArchive(file) + addAttachments(file, attachments, catalog.names);
  file.add(`<<${catalog.entries}${pageEntries}/Metadata ${metadataRef}${archiveEntries}>>`, root);
  return file.finish(root, file.add(info));
}

/** Writes PDFs in front of the pages of the base and behind them. Returns the entries of the catalog. */
function addPages(
  file: PdfFile,
  base: PreparedBase,
  { tree, baseTree, bookmarks }: BasePages,
  { pdfs, hasBookmarks }: Pick<OtherParts, "pdfs" | "hasBookmarks">,
): string {
  const [before, after] = [addPdfs(file, pdfs?.before), addPdfs(file, pdfs?.after)];
  const count = before.length + base.pages.length + after.length;
  const kids = [...before, baseTree, ...after].join(" ");
  file.add(`<</Type/Pages/Count ${count}/Kids[${kids}]>>`, tree);
  const shown = hasBookmarks === true ? pdfs : undefined;
  const navigation = addNavigation(file, [], textString, bookmarksAround(shown, bookmarks));
  return `/Pages ${tree}${navigation}`;
}

/** The properties of a document; those that it does not have are those of its base PDF. */
function withOwn(properties: DocumentProperties, own: Information): DocumentProperties {
  const { title, author, subject, keywords = [] } = properties.information ?? {};
  return {
    ...properties,
    information: {
      title: title ?? own.title,
      author: author ?? own.author,
      subject: subject ?? own.subject,
      keywords: keywords.length === 0 ? (own.keywords ?? []) : keywords,
    },
  };
}

/** Adds the content as a form XObject, so that its resource names do not collide with those of the base. */
function addDrawing(file: PdfFile, { width, height, content }: PageContent, resources: Ref): Ref {
  const box = `[0 0 ${decimal(width * POINTS)} ${decimal(height * POINTS)}]`;
  return file.addDeflated(`/Type/XObject/Subtype/Form/BBox${box}/Resources ${resources}`, content);
}
