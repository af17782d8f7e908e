import { Result } from "effect";

import type { Issue } from "../../values/mod.ts";
import type { PageSize, ReadDocument } from "../provider/document_reader.ts";
import type { AnchorTag, Box, FieldType, ResolvedField, SignatureField } from "./fields.ts";
import type { CreateSignature } from "./signature_request.ts";

/** The maximum number of fields in a request, after its anchor tags are resolved. */
const MAX_FIELDS = 1000;

/** The default sizes of fields in points. */
const SIZES: Record<FieldType, PageSize> = {
  signature: { width: 150, height: 40 },
  initial: { width: 60, height: 30 },
  text: { width: 150, height: 18 },
  date: { width: 90, height: 18 },
  checkbox: { width: 14, height: 14 },
  dropdown: { width: 150, height: 20 },
  radio_buttons: { width: 150, height: 40 },
  text_area: { width: 220, height: 60 },
};

/** The fields that are required by default. */
const REQUIRED_TYPES: ReadonlySet<FieldType> = new Set(["signature", "initial", "date"]);

/**
 * Resolves the positions of all fields on the pages of a document. Fails with all problems: pages that do
 * not exist, texts that are not found.
 *
 * @example A missing text
 * ```ts
 * import { resolveFields } from "@paraph/core/signatures";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const anchorTags = [{ anchorString: "Sign here", type: "signature", recipientIndex: 0 }] as const;
 * const document = { pages: [{ width: 595, height: 842 }], matches: [[]] };
 * const problems = Result.flip(resolveFields({ anchorTags }, document));
 * assert.equal(Result.getOrThrow(problems)[0]?.path, "anchorTags.0.anchorString");
 * ```
 */
export function resolveFields(
  { fields = [], anchorTags = [] }: Pick<CreateSignature, "fields" | "anchorTags">,
  { pages, matches: occurrences }: ReadDocument,
): Result.Result<ReadonlyArray<ResolvedField>, ReadonlyArray<Issue>> {
  const problems: Array<Issue> = [];
  const resolvedFields: Array<ResolvedField> = [];

  fields.forEach((field, index) => {
    const page = pages[field.page - 1];
    if (page !== undefined) resolvedFields.push(resolveField(field, page));
    else problems.push({ path: `fields.${index}.page`, message: noPage(field.page, pages.length) });
  });

  anchorTags.forEach((tag, index) => {
    const places = occurrences[index] ?? [];
    resolvedFields.push(...places.flatMap((place) => resolveAnchor(tag, place, pages)));
    if (places.length > 0 || tag.ignoreIfNotPresent === true) return;
    const message = "The document does not contain this text";
    problems.push({ path: `anchorTags.${index}.anchorString`, message });
  });

  if (resolvedFields.length > MAX_FIELDS) {
    const message = `The anchor tags resolve to more than ${MAX_FIELDS} fields`;
    problems.push({ path: "anchorTags", message });
  }
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(resolvedFields);
}

function noPage(page: number, pageCount: number): string {
  return `The document has no page ${page}: it has ${pageCount}`;
}

function resolveField(field: SignatureField, page: PageSize): ResolvedField {
  const defaultSize = SIZES[field.type];
  const { width, height, ...others } = field;
  const box = {
    page: field.page,
    x: field.x,
    y: field.y,
    width: width ?? percent(defaultSize.width, page.width),
    height: height ?? percent(defaultSize.height, page.height),
  };
  return { required: REQUIRED_TYPES.has(field.type), ...others, ...withinPage(box) };
}

/**
 * A field at an occurrence of an anchor text. Its lower left corner is that of the text, moved by the
 * offsets of the tag on the displayed page, and kept within the page.
 */
function resolveAnchor(
  tag: AnchorTag,
  place: Box,
  pages: ReadonlyArray<PageSize>,
): ReadonlyArray<ResolvedField> {
  const page = pages[place.page - 1];
  if (page === undefined) return [];
  const type = tag.type === "initials" ? "initial" : tag.type;
  const defaultSize = anchoredSize(type, place, page);
  const width = percent(tag.width ?? defaultSize.width, page.width);
  const height = percent(tag.height ?? defaultSize.height, page.height);
  const x = place.x + percent(tag.offsetX ?? 0, page.width);
  const y = place.y + place.height - height - percent(tag.offsetY ?? 0, page.height);
  const box = { page: place.page, x, y, width, height };
  const { recipientIndex, required = REQUIRED_TYPES.has(type) } = tag;
  return [{ ...withinPage(box), recipientIndex, type, required }];
}

/** Dates and texts are at least as large as the anchor text and one line. */
function anchoredSize(type: FieldType, place: Box, page: PageSize): PageSize {
  const defaultSize = SIZES[type];
  if (type !== "date" && type !== "text") return defaultSize;
  return {
    width: Math.max((place.width / 100) * page.width, defaultSize.width),
    height: Math.max((place.height / 100) * page.height, 14),
  };
}

function percent(points: number, ofPoints: number): number {
  return (points / ofPoints) * 100;
}

/** Moves a box onto its page and limits its size to the page. */
function withinPage(box: Box): Box {
  const width = Math.min(box.width, 100);
  const height = Math.min(box.height, 100);
  return {
    page: box.page,
    x: Math.min(Math.max(box.x, 0), 100 - width),
    y: Math.min(Math.max(box.y, 0), 100 - height),
    width,
    height,
  };
}
