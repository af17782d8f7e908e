import type { CompiledConditions } from "../compile/compiled_template.ts";
import type { PlacedBookmark } from "../write/navigation.ts";
import type { CopiedObjects, Ref } from "../write/pdf_file.ts";

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

/** The structure of an added PDF. */
export interface AddedStructure {
  readonly element: Ref;
  /** Its keys and values in the parent tree, in ascending order. */
  readonly parents: ReadonlyArray<readonly [number, string]>;
}
