import { Result, Schema } from "effect";

import type { Manifest } from "../../../manifests/mod.ts";
import { BlankPage } from "../../model/blank_page.ts";
import { everyField } from "../../model/fields/every_field.ts";
import { BarcodeField, SvgField } from "../../model/fields/layout_field.ts";
import { TableField } from "../../model/fields/table_field.ts";
import type { Layout } from "../../model/layout.ts";
import { bindingOf, indexInSections, indexManifest } from "../../model/layout_binding.ts";
import type { DisplayedPage } from "../../model/pdf_page.ts";
import { checkField } from "../field_check.ts";

/** A field with content that is the same in every document and can only be checked by rendering it. */
export interface FixedPart {
  readonly path: string;
  readonly field: SvgField | BarcodeField | TableField;
  /** The usable height of an empty page in millimetres. */
  readonly tallest: number;
}

const decodePart = Schema.decodeUnknownResult(Schema.Union([SvgField, BarcodeField, TableField]));
const decodeBlank = Schema.decodeUnknownResult(BlankPage);

/**
 * The fields of a layout that publishing renders as a check: static SVG and barcodes, and tables, whose
 * styles are static. Fields with other problems are omitted.
 *
 * @example A static drawing
 * ```ts
 * import { fixedParts } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const box = { position: { x: 20, y: 20 }, width: 20, height: 20 };
 * const drawing = { ...box, name: "mark", type: "svg", content: "<svg></svg>" };
 * const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
 * const parts = fixedParts({ basePdf, schemas: [[drawing]] }, { variables: [], loops: [] });
 * assert.deepEqual(parts.map(({ path }) => path), ["layout.schemas.0.0"]);
 * ```
 *
 * @param displayedPages The pages of the base PDF, if it has been read.
 */
export function fixedParts(
  layout: Layout,
  manifest: Manifest,
  displayedPages: ReadonlyArray<DisplayedPage> = [],
): ReadonlyArray<FixedPart> {
  const blank = decodeBlank(layout["basePdf"]);
  const availableHeight = Result.isSuccess(blank)
    ? blank.success.height - blank.success.padding[0] - blank.success.padding[2]
    : undefined;
  const all = indexManifest(manifest);
  return everyField(layout).flatMap(({ path, field, sections }) => {
    const part = decodePart(field);
    if (Result.isFailure(part)) return [];
    const index = indexInSections(sections, all);
    const place = { index, sheet: undefined, onOverlay: false, onEveryPage: false };
    if (checkField(field, path, place).length > 0) return [];
    const isFixed =
      part.success.type === "table" || bindingOf(part.success.name, index).kind === "static";
    const page = /^layout\.schemas\.(\d+)/.exec(path)?.[1];
    const tallest = availableHeight ?? displayedPages[Number(page)]?.height;
    return isFixed && tallest !== undefined ? [{ path, field: part.success, tallest }] : [];
  });
}
