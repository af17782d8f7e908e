import { Schema } from "effect";

/** The standards of archivable documents: PDF/A-2 and PDF/A-3, each with conformance level b or u. */
export const Standard = Schema.Literals(["pdf/a-2b", "pdf/a-2u", "pdf/a-3b", "pdf/a-3u"]);
export type Standard = typeof Standard.Type;

/** A standard in parts: the part of ISO 19005, and its conformance level. */
export interface StandardParts {
  readonly part: 2 | 3;
  readonly conformance: "B" | "U";
}

/** The part and the conformance level, as a document declares them. */
export const STANDARDS: Readonly<Record<Standard, StandardParts>> = {
  "pdf/a-2b": { part: 2, conformance: "B" },
  "pdf/a-2u": { part: 2, conformance: "U" },
  "pdf/a-3b": { part: 3, conformance: "B" },
  "pdf/a-3u": { part: 3, conformance: "U" },
};

/** The standard of documents that have an electronic invoice attached, which only PDF/A-3 permits. */
export const INVOICE_STANDARD: Standard = "pdf/a-3u";
