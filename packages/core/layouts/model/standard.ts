import { Schema } from "effect";

/** The standards of archivable documents: PDF/A-2 and PDF/A-3, each with conformance level b or u. */
export const ArchiveStandard = Schema.Literals(["pdf/a-2b", "pdf/a-2u", "pdf/a-3b", "pdf/a-3u"]);
export type ArchiveStandard = typeof ArchiveStandard.Type;

/** A standard that documents can conform to: one for archives, or that of accessible documents. */
export const Standard = Schema.Literals([...ArchiveStandard.literals, "pdf/ua-1"]);
export type Standard = typeof Standard.Type;

/** One standard, or a PDF/A together with PDF/UA-1. */
export const StandardSetting = Schema.Union([
  Standard,
  Schema.Array(Standard).check(
    Schema.isBetweenLength(1, 2),
    Schema.makeFilter(
      (standards) =>
        standards.length < 2 ||
        standards.filter((each) => each === "pdf/ua-1").length === 1 ||
        "Expected one PDF/A and pdf/ua-1",
    ),
  ),
]);
export type StandardSetting = typeof StandardSetting.Type;

/** The standards that documents conform to. */
export interface Standards {
  readonly archive: ArchiveStandard | undefined;
  /** Whether they conform to PDF/UA-1. */
  readonly isAccessible: boolean;
}

/** A standard in parts: the part of ISO 19005, and its conformance level. */
export interface StandardParts {
  readonly part: 2 | 3;
  readonly conformance: "B" | "U";
}

/** The part and the conformance level, as a document declares them. */
export const STANDARDS: Readonly<Record<ArchiveStandard, StandardParts>> = {
  "pdf/a-2b": { part: 2, conformance: "B" },
  "pdf/a-2u": { part: 2, conformance: "U" },
  "pdf/a-3b": { part: 3, conformance: "B" },
  "pdf/a-3u": { part: 3, conformance: "U" },
};

/** The standard of documents that have an electronic invoice attached, which only PDF/A-3 permits. */
const INVOICE_STANDARD: ArchiveStandard = "pdf/a-3u";

/** The same text for every form of a setting, such as `pdf/a-3u,pdf/ua-1`. */
export function standardText(setting: StandardSetting): string {
  return [setting].flat().toSorted().join(",");
}

const isStandard = Schema.is(Standard);

/** The setting of a text of {@linkcode standardText}. */
export function parseStandardText(text: string): StandardSetting {
  return text.split(",").filter(isStandard);
}

/** The standards of a layout's setting, and of an electronic invoice if its documents have one attached. */
export function standardsOf(
  setting: StandardSetting | null | undefined,
  hasInvoice: boolean,
): Standards {
  const names = typeof setting === "string" ? [setting] : (setting ?? []);
  const archive = names.find((name) => name !== "pdf/ua-1");
  return {
    archive: archive ?? (hasInvoice ? INVOICE_STANDARD : undefined),
    isAccessible: names.includes("pdf/ua-1"),
  };
}
