import { inferredManifest } from "@paraph/core/embed";
import {
  bindingOf,
  FIELD_SCHEMAS,
  isSection,
  type Layout,
  type ManifestIndex,
} from "@paraph/core/layouts";
import { Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { type Definitions, indexOf, usedManifest, fullManifest } from "../data/definitions.ts";
import { withDefaults } from "./binding.ts";
import { type BlankBase, type Design, type DesignField, mapFields } from "./design.ts";
import { roleOfField, withoutUnusedSettings } from "./field_settings.ts";
import { blankBase, DEFAULT_SETUP, pageConfigOf, setupOf } from "./page_setup.ts";
import { repairDesign } from "./repair_design.ts";
import { completeTable, withSavedSize } from "./table.ts";

/** A layout as the API stores it. */
export type SavedLayout = Readonly<Record<string, unknown>>;

/** The design of a new template: one empty page. */
export const EMPTY_DESIGN: Design = { basePdf: blankBase(DEFAULT_SETUP), schemas: [[]] };

const decodeManifest = Schema.decodeUnknownResult(Manifest);

/** Returns the manifest in a layout, if it has a valid one. */
export function manifestOf(layout: unknown): Manifest | undefined {
  const result = decodeManifest(isRecord(layout) ? layout["manifest"] : undefined);
  return Result.isSuccess(result) ? result.success : undefined;
}

/** Returns the manifest that the server would derive from a layout without one. */
export function suggestManifest(layout: unknown, definitions: Definitions): Manifest | undefined {
  if (!isRecord(layout)) return undefined;
  const plain: Layout = JSON.parse(JSON.stringify(layout));
  return inferredManifest(plain, fullManifest(definitions));
}

/** Converts a layout to a design; an unreadable one becomes an empty page. */
export function parseLayout(layout: unknown, definitions: Definitions): Design {
  if (!isRecord(layout)) return EMPTY_DESIGN;
  const { basePdf, schemas, pages } = layout;
  const lists = Array.isArray(schemas) ? schemas : [];
  const fields = lists.map((page) => (Array.isArray(page) ? page : []).flatMap(parseField));
  const design = {
    basePdf: typeof basePdf === "string" ? basePdf : parseBase(basePdf),
    schemas: fields.length === 0 ? [[]] : fields,
    ...(Array.isArray(pages) && typeof basePdf !== "string"
      ? { pages: pages.map((page) => (isRecord(page) ? page : null)) }
      : {}),
  };
  const index = indexOf(definitions);
  return repairDesign(
    mapFields(design, (field) => withDefaults(field, index)),
    index,
  );
}

/** Converts a design to a layout, with the manifest and without placeholders. */
export function toLayout(
  design: Design,
  definitions: Definitions,
  rest: SavedLayout = {},
): SavedLayout {
  const index = indexOf(definitions);
  const bare = mapFields(design, (field) => withoutDefaults(field, index));
  const { basePdf, schemas } = bare;
  const manifest = usedManifest(definitions, bare, rest);
  const { pageConfig: _pageConfig, pages: _pages, ...others } = rest;
  const pages = bare.pages?.some((page) => page !== null) === true ? { pages: bare.pages } : {};
  return {
    ...others,
    basePdf,
    schemas,
    ...pages,
    manifest,
    ...(typeof basePdf === "string" ? {} : { pageConfig: pageConfigOf(setupOf(basePdf)) }),
  };
}

/** Converts a field of the designer to one of a layout. */
export function withoutDefaults(field: DesignField, index: ManifestIndex): DesignField {
  const {
    id: _id,
    required,
    fontName,
    content,
    ...rest
  } = withSavedSize(withoutUnusedSettings(field));
  const isFilled = bindingOf(field.name, index).kind !== "static";
  const { position, width, height } = rest;
  return {
    ...rest,
    position: { x: round(Math.max(0, position.x)), y: round(Math.max(0, position.y)) },
    width: round(width),
    height: round(height),
    ...(roleOfField(field) === undefined ? {} : { required: required !== false }),
    ...(typeof fontName === "string" && fontName !== "" ? { fontName } : {}),
    ...(isFilled || content === undefined || content === "" ? {} : { content }),
  };
}

function parseBase(base: unknown): BlankBase {
  if (!isRecord(base)) return blankBase(DEFAULT_SETUP);
  const { width, height, padding, staticSchema } = base;
  const isSheet = typeof width === "number" && typeof height === "number" && isPadding(padding);
  if (!isSheet) return blankBase(DEFAULT_SETUP);
  const staticFields = (Array.isArray(staticSchema) ? staticSchema : []).flatMap(parseField);
  return {
    width,
    height,
    padding,
    ...(staticFields.length === 0 ? {} : { staticSchema: staticFields }),
  };
}

function isPadding(value: unknown): value is BlankBase["padding"] {
  return (
    Array.isArray(value) && value.length === 4 && value.every((side) => typeof side === "number")
  );
}

/** Parses a field; the designer fails on fields without a position. */
export function parseField(value: unknown): ReadonlyArray<DesignField> {
  if (!isRecord(value)) return [];
  const { name, type, position, width, height } = value;
  const { x, y } = isRecord(position) ? position : {};
  const isPlaced = [x, y, width, height].every((length) => typeof length === "number");
  if (typeof name !== "string" || typeof type !== "string" || !isPlaced) return [];
  if (!FIELD_SCHEMAS.has(type) && !isSection(value)) return [];
  const settings = Object.entries(value).filter(([, setting]) => setting !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
  const field = Object.fromEntries(settings) as unknown as DesignField;
  return [type === "table" ? completeTable(field) : field];
}

function round(millimetres: number): number {
  return Math.round(millimetres * 1000) / 1000;
}
