import { ExpressionLimit } from "@paraph/core/expressions";
import type { InputData } from "@paraph/core/manifests";

import type { CompiledTemplate } from "../compile/compiled_template.ts";
import { DataScope } from "../fill/data_scope.ts";
import { isShown } from "../fill/fill_field.ts";
import { PermanentRenderError } from "../permanent_render_error.ts";
import type { OtherBookmarks } from "../write/navigation.ts";
import type { PdfFile, Ref } from "../write/pdf_file.ts";
import type { OtherStructures } from "../write/tags/add_structure.ts";
import type { CompiledPdf, CompiledPdfs } from "./compiled_pdf.ts";

/** The PDFs that are part of one document. */
export interface ShownPdfs {
  readonly all: CompiledPdfs;
  readonly before: ReadonlyArray<CompiledPdf>;
  readonly after: ReadonlyArray<CompiledPdf>;
}

/**
 * The PDFs whose conditions hold; undefined for a template that adds none. Fails with a `RenderingFault` if a
 * condition takes too much.
 */
export function shownPdfs({ added }: CompiledTemplate, data: InputData): ShownPdfs | undefined {
  if (added === undefined) return undefined;
  const shown = (pdfs: ReadonlyArray<CompiledPdf>, place: string) =>
    pdfs.filter((pdf, index) => {
      try {
        return isShown(pdf, pdf.conditions, new DataScope(data));
      } catch (error) {
        if (!(error instanceof ExpressionLimit)) throw error;
        const path = `layout.${place}.${index}`;
        throw new PermanentRenderError("render_failed", `${path}: ${error.message}`);
      }
    });
  return {
    all: added,
    before: shown(added.prepend, "prepend"),
    after: shown(added.append, "append"),
  };
}

/** The numbers of pages in front of the drawn ones and behind them. */
export interface OtherPages {
  readonly before: number;
  readonly after: number;
  /** Whether page numbers count them. */
  readonly areCounted: boolean;
}

/** The numbers of pages of the PDFs of a document. */
export function otherPagesOf(pdfs: ShownPdfs | undefined): OtherPages {
  const countOf = (list: ReadonlyArray<CompiledPdf> = []) =>
    list.reduce((count, { pages }) => count + pages.length, 0);
  return {
    before: countOf(pdfs?.before),
    after: countOf(pdfs?.after),
    areCounted: pdfs?.all.areCounted ?? true,
  };
}

/** Writes the objects of PDFs. Returns their pages. */
export function addPdfs(file: PdfFile, pdfs: ReadonlyArray<CompiledPdf> = []): ReadonlyArray<Ref> {
  for (const { objects } of pdfs) file.copy(objects);
  return pdfs.flatMap(({ pages }) => pages);
}

/** The bookmarks of the PDFs around those of the drawn pages. */
export function bookmarksAround(
  pdfs: ShownPdfs | undefined,
  own: OtherBookmarks["before"] = [],
): OtherBookmarks {
  const of = (list: ReadonlyArray<CompiledPdf> = []) => list.flatMap(({ bookmarks }) => bookmarks);
  return { before: [...of(pdfs?.before), ...own], after: of(pdfs?.after) };
}

/** The structures of the PDFs around that of the drawn pages. */
export function structuresAround({ all, before, after }: ShownPdfs): OtherStructures {
  const of = (list: ReadonlyArray<CompiledPdf>) => list.flatMap(({ structure }) => structure ?? []);
  const { document, nextKey } = all;
  return { document, nextKey, before: of(before), after: of(after) };
}
