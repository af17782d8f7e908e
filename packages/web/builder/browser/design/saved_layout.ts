import { suggestedManifest } from "@paraph/core/embed";
import {
  bindingOf,
  FIELD_SCHEMAS,
  FontName,
  type Layout,
  type ManifestIndex,
} from "@paraph/core/layouts";
import { Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

import { type Definitions, indexOf, usedManifest, wholeManifest } from "../data/definitions.ts";
import { isRecord } from "../is_record.ts";
import { dressed } from "./binding.ts";
import { type BlankBase, type Design, type DesignField, mapFields } from "./design.ts";
import { blankBase, FIRST_SETUP, pageConfigOf, setupOf } from "./page_setup.ts";
import { settled } from "./settle.ts";
import { completeTable } from "./table.ts";

/** A layout as it is sent, with what the builder keeps in it beside what is drawn. */
export type SavedLayout = Readonly<Record<string, unknown>>;

/** An empty page to begin with. */
export const FIRST_DESIGN: Design = { basePdf: blankBase(FIRST_SETUP), schemas: [[]] };

const decodeManifest = Schema.decodeUnknownResult(Manifest);

/** The manifest that a layout carries; none when it is none. */
export function manifestIn(layout: unknown): Manifest | undefined {
  const decoded = decodeManifest(isRecord(layout) ? layout["manifest"] : undefined);
  return Result.isSuccess(decoded) ? decoded.success : undefined;
}

/** The manifest that a layout suggests which carries none, as the server suggests it. */
export function suggestedIn(layout: unknown, offered: Definitions): Manifest | undefined {
  if (!isRecord(layout)) return undefined;
  const plain: Layout = JSON.parse(JSON.stringify(layout));
  return suggestedManifest(plain, wholeManifest(offered));
}

/** A saved layout as the designer has it; what is none of ours to draw begins anew. */
export function openedDesign(layout: unknown, definitions: Definitions): Design {
  if (!isRecord(layout)) return FIRST_DESIGN;
  const { basePdf, schemas } = layout;
  const pages = Array.isArray(schemas) ? schemas : [];
  const fields = pages.map((page) => (Array.isArray(page) ? page : []).flatMap(fieldIn));
  const design = {
    basePdf: typeof basePdf === "string" ? basePdf : baseIn(basePdf),
    schemas: fields.length === 0 ? [[]] : fields,
  };
  const index = indexOf(definitions);
  return settled(
    mapFields(design, (field) => dressed(field, index)),
    index,
  );
}

/** What the designer has as it is saved: what stands for data is left out, and the manifest put in. */
export function savedLayout(
  design: Design,
  definitions: Definitions,
  rest: SavedLayout = {},
): SavedLayout {
  const index = indexOf(definitions);
  const bare = mapFields(design, (field) => undressed(field, index));
  const { basePdf, schemas } = bare;
  const manifest = usedManifest(definitions, bare);
  const { pageConfig: _pageConfig, ...others } = rest;
  return {
    ...others,
    basePdf,
    schemas,
    manifest,
    ...(typeof basePdf === "string" ? {} : { pageConfig: pageConfigOf(setupOf(basePdf)) }),
  };
}

/** The same field as layouts have it. */
function undressed(field: DesignField, index: ManifestIndex): DesignField {
  const { id: _id, required: _required, fontName, content, ...rest } = field;
  const isFilled = bindingOf(field.name, index).kind !== "static";
  const { position, width, height } = field;
  return {
    ...rest,
    position: { x: round(Math.max(0, position.x)), y: round(Math.max(0, position.y)) },
    width: round(width),
    height: round(height),
    ...(isFontName(fontName) ? { fontName } : {}),
    ...(isFilled || content === undefined || content === "" ? {} : { content }),
  };
}

const isFontName = Schema.is(FontName);

function baseIn(base: unknown): BlankBase {
  if (!isRecord(base)) return blankBase(FIRST_SETUP);
  const { width, height, padding, staticSchema } = base;
  const isSheet = typeof width === "number" && typeof height === "number" && isPadding(padding);
  if (!isSheet) return blankBase(FIRST_SETUP);
  const repeated = (Array.isArray(staticSchema) ? staticSchema : []).flatMap(fieldIn);
  return { width, height, padding, ...(repeated.length === 0 ? {} : { staticSchema: repeated }) };
}

function isPadding(value: unknown): value is BlankBase["padding"] {
  return (
    Array.isArray(value) && value.length === 4 && value.every((side) => typeof side === "number")
  );
}

/** A field that the designer can show; it stops at what has no place. */
function fieldIn(value: unknown): ReadonlyArray<DesignField> {
  if (!isRecord(value)) return [];
  const { name, type, position, width, height } = value;
  const { x, y } = isRecord(position) ? position : {};
  const isPlaced = [x, y, width, height].every((length) => typeof length === "number");
  if (typeof name !== "string" || typeof type !== "string" || !isPlaced) return [];
  if (!FIELD_SCHEMAS.has(type)) return [];
  const given = Object.entries(value).filter(([, setting]) => setting !== null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as has just been seen
  const field = Object.fromEntries(given) as unknown as DesignField;
  return [type === "table" ? completeTable(field) : field];
}

function round(millimetres: number): number {
  return Math.round(millimetres * 1000) / 1000;
}
