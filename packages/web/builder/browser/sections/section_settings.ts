import type { ManifestIndex } from "@paraph/core/layouts";

import { isRecord } from "../../../ui/browser/is_record.ts";
import { bindField, uniqueLabel, withDefaults } from "../design/binding.ts";
import type { DesignField } from "../design/design.ts";

/** How the rows of a section are placed. */
export type RowPlacement = "below" | "pages" | "grid";

/** The settings of a section that its card shows. Lengths are in millimetres. */
export interface SectionSettings {
  readonly placement: RowPlacement;
  readonly gap: number;
  readonly grid: {
    readonly columns: number;
    /** 0 for as many as fit. */
    readonly rows: number;
    readonly gapX: number;
    readonly gapY: number;
  };
  readonly restartPageNumbers: boolean;
  readonly pageNumberFormat: string;
}

/** The settings of a section. */
export function sectionSettings(section: DesignField): SectionSettings {
  const { gap, grid, pageBreakBetween, restartPageNumbers, pageNumberFormat } = section;
  const cells = isRecord(grid) ? grid : {};
  return {
    placement: isRecord(grid) ? "grid" : pageBreakBetween === true ? "pages" : "below",
    gap: numberOf(gap),
    grid: {
      columns: numberOf(cells["columns"], 2),
      rows: numberOf(cells["rows"]),
      gapX: numberOf(cells["gapX"]),
      gapY: numberOf(cells["gapY"]),
    },
    restartPageNumbers: restartPageNumbers === true,
    pageNumberFormat: typeof pageNumberFormat === "string" ? pageNumberFormat : "",
  };
}

/** Changes settings of a section, and those that depend on them. */
export function withSectionSettings(
  section: DesignField,
  change: Partial<SectionSettings>,
): DesignField {
  const { placement, gap, grid, restartPageNumbers, pageNumberFormat } = {
    ...sectionSettings(section),
    ...change,
  };
  const {
    gap: _gap,
    grid: before,
    pageBreakBetween: _between,
    restartPageNumbers: _restart,
    pageNumberFormat: _format,
    ...rest
  } = section;
  const cells = isRecord(before) ? before : {};
  const { columns, rows, gapX, gapY } = grid;
  return {
    ...plainField(rest),
    ...(placement === "below" && gap > 0 ? { gap } : {}),
    ...(placement === "pages" ? { ...(gap > 0 ? { gap } : {}), pageBreakBetween: true } : {}),
    ...(placement === "grid"
      ? {
          grid: {
            ...without(cells, ["rows", "gapX", "gapY"]),
            columns,
            ...(rows > 0 ? { rows } : {}),
            ...(gapX > 0 ? { gapX } : {}),
            ...(gapY > 0 ? { gapY } : {}),
          },
        }
      : {}),
    // A restart needs a page of its own.
    ...(restartPageNumbers
      ? {
          restartPageNumbers: true,
          pageBreakBefore: true,
          ...(pageNumberFormat === "" ? {} : { pageNumberFormat }),
        }
      : {}),
  };
}

/** Binds a section to a loop; an empty key makes it print once. */
export function repeatSection(
  section: DesignField,
  key: string,
  options: { readonly index: ManifestIndex; readonly usedNames: ReadonlySet<string> },
  label: string,
): DesignField {
  if (key !== "") return bindField(section, key, options);
  const { gap: _gap, grid: _grid, pageBreakBetween: _between, ...rest } = section;
  const name = uniqueLabel(label, options.usedNames);
  return withDefaults({ ...plainField(rest), name }, options.index);
}

/** The columns of a section that fit between its left and an edge, in millimetres. */
export function fittingCells(
  { position, width, height }: DesignField,
  { gapX, gapY }: SectionSettings["grid"],
  edge: { readonly right: number; readonly bottom: number },
): { readonly columns: number; readonly rows: number } {
  const count = (space: number, size: number, gap: number) =>
    Math.max(1, Math.floor((space + gap + TOLERANCE) / (size + gap)));
  return {
    columns: Math.min(50, count(edge.right - position.x, width, gapX)),
    rows: Math.min(200, count(edge.bottom - position.y, height, gapY)),
  };
}

/** In millimetres; sheets of labels are rounded. */
const TOLERANCE = 0.5;

function without(
  record: Readonly<Record<string, unknown>>,
  names: ReadonlyArray<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function plainField(rest: Readonly<Record<string, unknown>>): DesignField {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without optional settings
  return rest as unknown as DesignField;
}

function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === "number" ? value : otherwise;
}
