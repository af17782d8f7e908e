import { isRecord } from "../../../ui/browser/is_record.ts";
import type { DesignField } from "./design.ts";
import { listOf } from "./table.ts";

/** The settings of a level of groups. */
export interface GroupSettings {
  /** An item field, or an expression in braces. */
  readonly by: string;
  /** Above the rows; empty for none. */
  readonly header: string;
  /** At the start of a page that continues the group; empty for none. */
  readonly continued: string;
  readonly totalLabel: string;
  /** The columns that are added up, by item field. */
  readonly sums: ReadonlyArray<string>;
  readonly restartRunning: boolean;
  /** The group as it is in the layout, with its other settings. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** The sums that are carried over page breaks. */
export interface CarrySettings {
  readonly columns: ReadonlyArray<string>;
  readonly broughtForward: string;
  readonly carriedForward: string;
}

/** The groups of a table, from the outermost. */
export function groupsOf(field: DesignField): ReadonlyArray<GroupSettings> {
  return listOf(field["groupBy"])
    .filter(isRecord)
    .map((own) => {
      const totals = isRecord(own["totals"]) ? own["totals"] : {};
      return {
        by: textOf(own["by"]),
        header: textOf(own["header"]),
        continued: textOf(own["continued"]),
        totalLabel: textOf(totals["label"]),
        sums: Object.keys(isRecord(totals["columns"]) ? totals["columns"] : {}),
        restartRunning: own["restartRunning"] === true,
        own,
      };
    });
}

/** The carried sums of a table. */
export function carryOf({ carryOver }: DesignField): CarrySettings {
  const carry = isRecord(carryOver) ? carryOver : {};
  return {
    columns: listOf(carry["columns"]).filter((column) => typeof column === "string"),
    broughtForward: textOf(carry["broughtForward"]),
    carriedForward: textOf(carry["carriedForward"]),
  };
}

/** Sets the groups and the carried sums of a table. */
export function withGroups(
  { groupBy: _groups, carryOver, ...field }: DesignField,
  groups: ReadonlyArray<GroupSettings>,
  carry: CarrySettings,
): DesignField {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without optional settings
  const rest = field as DesignField;
  return {
    ...rest,
    ...(groups.length === 0 ? {} : { groupBy: groups.map(savedGroup) }),
    ...(carry.columns.length === 0
      ? {}
      : { carryOver: { ...(isRecord(carryOver) ? carryOver : {}), ...carry } }),
  };
}

function savedGroup({
  own = {},
  by,
  header,
  continued,
  totalLabel,
  sums,
  restartRunning,
}: GroupSettings): Readonly<Record<string, unknown>> {
  const before = isRecord(own["totals"]) ? own["totals"] : {};
  const functions = isRecord(before["columns"]) ? before["columns"] : {};
  const columns = Object.fromEntries(sums.map((column) => [column, functions[column] ?? "sum"]));
  const { totals: _totals, header: _header, continued: _continued, ...others } = own;
  return {
    ...others,
    by,
    ...(header === "" ? {} : { header }),
    ...(continued === "" ? {} : { continued }),
    ...(sums.length === 0 ? {} : { totals: { ...before, label: totalLabel, columns } }),
    restartRunning,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
