import type { Ref } from "../pdf_file.ts";

/** The structure of an added PDF. */
export interface AddedStructure {
  readonly element: Ref;
  /** Its keys and values in the parent tree, in ascending order. */
  readonly parents: ReadonlyArray<readonly [number, string]>;
}
