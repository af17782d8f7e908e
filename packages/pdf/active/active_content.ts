import type { ActiveContent } from "@paraph/core/layouts";
import { PDFDict, type PDFDocument, PDFName, type PDFObject } from "pdf-lib";

import { dictEntry, itemsOf } from "../read/pdf_objects.ts";
import { activeKind, type Edge } from "./active_kinds.ts";
import { Layers, resolveLayers } from "./layers.ts";
import { walkDocument } from "./walk_document.ts";

/** Findings above this number are not listed. */
const MAX_FINDINGS = 100;

const HIDDEN_LAYER = "a hidden layer (/OCG)";

/**
 * Lists the active content of a document: scripts, actions, links to schemes other than `http`, `https`,
 * `mailto` and `tel`, media, embedded files and hidden layers. Each kind is listed once per page.
 */
export function activeContent(doc: PDFDocument): ReadonlyArray<ActiveContent> {
  const { catalog } = doc;
  const layers = new Layers(catalog);
  const findings = new Map<string, ActiveContent>();
  const note = (page: number | undefined, kind: string) => {
    const item = { page: page ?? null, kind };
    const key = `${item.page} ${kind}`;
    if (findings.size < MAX_FINDINGS || findings.has(key)) findings.set(key, item);
  };
  const onPages = new Set<PDFObject>();
  walkDocument(doc, (edge, page) => {
    const kind = activeKind(edge, catalog);
    if (kind !== undefined) note(page, kind);
    const { value } = edge;
    if (!layers.isLayer(value) || !layers.isHidden(value)) return "keep";
    if (page !== undefined) {
      onPages.add(value);
      note(page, HIDDEN_LAYER);
    } else if (!onPages.has(value)) note(undefined, HIDDEN_LAYER);
    return "keep";
  });
  return [...findings.values()].toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0));
}

/**
 * Removes everything that {@linkcode activeContent} lists and resolves the layers, so that no reader can show
 * or hide content later. Returns whether the document changed.
 *
 * @param isKept Whether active content stays. By default none does.
 */
export function removeActiveContent(
  doc: PDFDocument,
  isKept: (edge: Edge) => boolean = () => false,
): boolean {
  const { catalog } = doc;
  const layers = new Layers(catalog);
  let changed = false;
  let hasLayers = catalog.has(PDFName.of("OCProperties"));
  walkDocument(doc, (edge) => {
    if (layers.isLayer(edge.value)) hasLayers = true;
    if (activeKind(edge, catalog) === undefined || isKept(edge)) return "keep";
    changed = true;
    return "remove";
  });
  if (hasLayers) {
    resolveLayers(doc, layers);
    walkDocument(doc, ({ value }) => (layers.isLayer(value) ? "remove" : "keep"));
  }
  return changed || hasLayers;
}

/**
 * Whether an entry holds attachments as Paraph writes them: in one list, each associated with the document as a
 * whole. If a document lists other files too, none counts.
 */
export function isAttachmentOf({ catalog }: PDFDocument): (edge: Edge) => boolean {
  const list = dictEntry(dictEntry(catalog, "Names"), "EmbeddedFiles");
  const files = itemsOf(list, "Names").filter((item) => item instanceof PDFDict);
  const associated = new Set(itemsOf(catalog, "AF"));
  const hasOthers = files.some((file) => !associated.has(file));
  if (hasOthers || itemsOf(list, "Kids").length > 0) return () => false;
  return ({ holder, key, value }) =>
    (key === "EmbeddedFiles" && value === list) || (key === "EF" && files.includes(holder));
}
