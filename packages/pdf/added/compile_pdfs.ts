import {
  type AddedPdfSettings,
  addedPdfs,
  type Layout,
  type PlacedPdf,
} from "@paraph/core/layouts";

import { removeActiveContent } from "../active/active_content.ts";
import { conditionsOf } from "../compile/compile_field.ts";
import type { KnownKeys } from "../compile/known_keys.ts";
import { flattenDocument } from "../flatten/flatten_document.ts";
import { readPdf } from "../read/read_pdf.ts";
import { removeMetadata } from "../standards/archive_problems.ts";
import type { Ref } from "../write/pdf_file.ts";
import type { CompiledPdf, CompiledPdfs } from "./compiled_pdf.ts";
import { copyPdf, type FreeNumbers } from "./copy_pdf.ts";

/** Where the numbers and the structure of added PDFs begin. */
export interface AddedPlace {
  /** The first unused number of an object. */
  readonly firstNumber: number;
  /** The page tree, if the base PDF has its number. */
  readonly tree?: Ref | undefined;
  /** Whether the documents have a structure, which those of the PDFs become part of. */
  readonly isTagged: boolean;
  /** Whether the documents are archivable. */
  readonly isArchivable: boolean;
}

/** Reads the PDFs that a layout adds; undefined if it adds none. */
export async function compilePdfs(
  layout: Layout,
  { pageNumbers }: AddedPdfSettings,
  keys: KnownKeys,
  { firstNumber, tree = `${firstNumber} 0 R`, isTagged, isArchivable }: AddedPlace,
): Promise<CompiledPdfs | undefined> {
  const placed = addedPdfs(layout);
  if (placed.length === 0) return undefined;
  const document = `${firstNumber + 1} 0 R` as const;
  let free: FreeNumbers = { number: firstNumber + 2, key: 0 };
  const compiled: Array<readonly [PlacedPdf["place"], CompiledPdf]> = [];
  for (const { place, bytes = NO_FILE, when, unless } of placed) {
    // Forms and annotations would depend on entries of the catalog of the PDF.
    const doc = await readPdf((await flattenDocument(bytes)) ?? bytes);
    removeActiveContent(doc);
    if (isArchivable) removeMetadata(doc);
    const copy = copyPdf(doc, { tree, document: isTagged ? document : undefined }, free);
    const conditions = conditionsOf({ when, unless }, keys);
    free = copy.next;
    compiled.push([
      place,
      { when, unless, ...(conditions === undefined ? {} : { conditions }), ...copy.pdf },
    ]);
  }
  const at = (wanted: PlacedPdf["place"]) =>
    compiled.flatMap(([place, pdf]) => (place === wanted ? [pdf] : []));
  return {
    prepend: at("prepend"),
    append: at("append"),
    areCounted: pageNumbers !== "drawn",
    tree,
    document,
    nextNumber: free.number,
    nextKey: free.key,
  };
}

/** Published layouts have readable PDFs; others are refused here. */
const NO_FILE = new Uint8Array();
