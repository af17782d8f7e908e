import type { DataType, Manifest, VariableDefinition } from "../../manifests/mod.ts";
import type { Field, Layout } from "../model/layout.ts";
import { pageArea, type PageConfig } from "../model/page_config.ts";
import {
  FIELD_HEIGHTS,
  footer,
  labelledValue,
  longValue,
  picture,
  table,
  title,
  total,
} from "./generated_fields.ts";

/** The title and the page settings of a generated layout. */
export interface GeneratedLayoutOptions {
  readonly title: string;
  readonly pageConfig: PageConfig;
}

/** The fields placed so far, and the position of the next. */
interface Cursor {
  readonly pages: Array<Array<Field>>;
  y: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
}

/** Narrower pages have one column of values. */
const TWO_COLUMNS_FROM = 120;
const GUTTER = 8;

/**
 * Generates a layout for a manifest: title, labelled values, tables with right-aligned numbers, amounts
 * below them, long texts, images, page numbers.
 *
 * @example A layout that passes all checks
 * ```ts
 * import { checkLayout, generateLayout, withPageDefaults } from "@paraph/core/layouts";
 * import assert from "node:assert/strict";
 *
 * const manifest = {
 *   variables: [{ key: "customer", label: "Customer", dataType: "text", required: true }],
 *   loops: [],
 * } as const;
 * const layout = generateLayout(manifest, { title: "Receipt", pageConfig: withPageDefaults(undefined) });
 * assert.deepEqual(checkLayout(layout, manifest), []);
 * ```
 */
export function generateLayout(manifest: Manifest, options: GeneratedLayoutOptions): Layout {
  const area = pageArea(options.pageConfig);
  const [top, right, bottom, left] = area.padding;
  const cursor: Cursor = {
    pages: [[]],
    y: top,
    top,
    bottom: area.height - bottom,
    left,
    width: area.width - left - right,
  };
  const { variables, loops } = manifest;
  const images = ofTypes(variables, ["image"]);
  const hasTables = loops.length > 0;
  const amounts = hasTables ? ofTypes(variables, ["currency"]) : [];
  const longTexts = closingTexts(variables);
  const separate = new Set([...images, ...amounts, ...longTexts]);
  const [logo, ...pictures] = images;

  place(cursor, FIELD_HEIGHTS.title, (spot) => title(options.title, logo, spot));
  placeValues(
    cursor,
    variables.filter((variable) => !separate.has(variable)),
  );
  for (const loop of loops) place(cursor, FIELD_HEIGHTS.table, (spot) => table(loop, spot));
  amounts.forEach((amount, index) =>
    place(cursor, FIELD_HEIGHTS.total, (spot) => total(amount, spot, index === amounts.length - 1)),
  );
  for (const longText of longTexts)
    place(cursor, FIELD_HEIGHTS.long, (spot) => longValue(longText, spot));
  for (const image of pictures)
    place(cursor, FIELD_HEIGHTS.picture, (spot) => picture(image, spot));
  return {
    basePdf: {
      width: area.width,
      height: area.height,
      padding: [...area.padding],
      staticSchema: footer(options.title, area),
    },
    schemas: cursor.pages,
  };
}

function ofTypes(
  variables: ReadonlyArray<VariableDefinition>,
  types: ReadonlyArray<DataType>,
): ReadonlyArray<VariableDefinition> {
  return variables.filter(({ dataType }) => types.includes(dataType));
}

/** Long texts at the end of a manifest, such as terms and notes; amounts and images may follow them. */
function closingTexts(
  variables: ReadonlyArray<VariableDefinition>,
): ReadonlyArray<VariableDefinition> {
  const closing = new Set<DataType>(["longtext", "currency", "image"]);
  const last = variables.findLastIndex(({ dataType }) => !closing.has(dataType));
  return ofTypes(variables.slice(last + 1), ["longtext"]);
}

function placeValues(cursor: Cursor, variables: ReadonlyArray<VariableDefinition>): void {
  const columns = cursor.width >= TWO_COLUMNS_FROM ? 2 : 1;
  const width = (cursor.width - GUTTER * (columns - 1)) / columns;
  for (let start = 0; start < variables.length; start += columns) {
    const row = variables.slice(start, start + columns);
    place(cursor, FIELD_HEIGHTS.value, ({ x, y }) =>
      row.flatMap((variable, column) =>
        labelledValue(variable, { x: x + column * (width + GUTTER), y, width }),
      ),
    );
  }
}

/** Places fields below the others, on a new page if this one has no space for them. */
function place(
  cursor: Cursor,
  height: number,
  fields: (spot: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }) => ReadonlyArray<Field>,
): void {
  if (cursor.y + height > cursor.bottom && cursor.y > cursor.top) {
    cursor.pages.push([]);
    cursor.y = cursor.top;
  }
  cursor.pages.at(-1)?.push(...fields({ x: cursor.left, y: cursor.y, width: cursor.width }));
  cursor.y += height;
}
