import { Predicate } from "effect";

type Unchecked = Readonly<Record<PropertyKey, unknown>>;

/** A text of a table that every document prints, unchecked, and its style. */
export interface TablePart {
  readonly path: string;
  readonly text?: unknown;
  readonly stylePath: string;
  readonly style: unknown;
}

/**
 * The parts of an unchecked table that have a text or a style of their own, except the titles and the rows, with
 * their paths inside the field.
 */
export function tableParts(field: Unchecked): ReadonlyArray<TablePart> {
  const { carryOver } = field;
  const carried = Predicate.isObject(carryOver)
    ? ["broughtForward", "carriedForward"].map((name) => ({
        path: `carryOver.${name}`,
        text: carryOver[name],
        stylePath: "carryOver.styles",
        style: carryOver["styles"],
      }))
    : [];
  const texts = (rows: string, styles: string) =>
    (Array.isArray(field[rows]) ? field[rows] : []).flatMap((cells: unknown, row) =>
      objectsOf(cells).map(([{ text }, cell]) => ({
        path: `${rows}.${row}.${cell}.text`,
        text,
        stylePath: styles,
        style: field[styles],
      })),
    );
  return [
    ...texts("headRows", "headStyles"),
    ...texts("footRows", "footStyles"),
    ...totalsPart("totals", field["totals"]),
    ...objectsOf(field["groupBy"]).flatMap(([group, level]) => [
      {
        path: `groupBy.${level}.header`,
        text: group["header"],
        stylePath: `groupBy.${level}.headerStyles`,
        style: group["headerStyles"],
      },
      {
        path: `groupBy.${level}.continued`,
        text: group["continued"],
        stylePath: `groupBy.${level}.headerStyles`,
        style: group["headerStyles"],
      },
      ...totalsPart(`groupBy.${level}.totals`, group["totals"]),
    ]),
    ...totalsPart("pageTotals", field["pageTotals"]),
    ...carried,
    ...objectsOf(field["conditionalStyles"]).map(([{ styles }, position]) => ({
      path: `conditionalStyles.${position}`,
      stylePath: `conditionalStyles.${position}.styles`,
      style: styles,
    })),
  ];
}

function totalsPart(path: string, totals: unknown): ReadonlyArray<TablePart> {
  if (!Predicate.isObject(totals)) return [];
  const { label, styles } = totals as Unchecked;
  return [{ path: `${path}.label`, text: label, stylePath: `${path}.styles`, style: styles }];
}

function objectsOf(list: unknown): ReadonlyArray<readonly [Unchecked, number]> {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index) =>
    Predicate.isObject(item) ? [[item, index] as const] : [],
  );
}
