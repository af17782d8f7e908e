import type { CompiledConditions } from "../compile/compiled_conditions.ts";
import type { PlacedBookmark } from "../write/navigation.ts";
import type { CopiedObjects, Ref } from "../write/pdf_file.ts";
import type { AddedStructure } from "../write/tags/added_structure.ts";

/** The PDFs that documents have in front of their drawn pages and behind them. */
export interface CompiledPdfs {
  readonly prepend: ReadonlyArray<CompiledPdf>;
  readonly append: ReadonlyArray<CompiledPdf>;
  /** Whether page numbers count their pages. */
  readonly areCounted: boolean;
  /** The number of the page tree, which their pages refer to. */
  readonly tree: Ref;
  /** The number of the root of the structure, which theirs refer to. */
  readonly document: Ref;
  /** The first unused number of an object. */
  readonly nextNumber: number;
  /** The first unused key in the parent tree. */
  readonly nextKey: number;
}

/** A PDF with object numbers that no other part of the documents has. */
export interface CompiledPdf {
  readonly when: string | null;
  readonly unless: string | null;
  readonly conditions?: CompiledConditions;
  readonly objects: CopiedObjects;
  readonly pages: ReadonlyArray<Ref>;
  readonly bookmarks: ReadonlyArray<PlacedBookmark>;
  readonly structure?: AddedStructure;
}
