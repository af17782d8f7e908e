import { Option, Predicate, Schema } from "effect";

import type { Manifest } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { languageOfFormats } from "../model/document_language.ts";
import { everyField, type PlacedField } from "../model/fields/every_field.ts";
import { fieldSchema, isBarcode, isSigningField } from "../model/fields/layout_field.ts";
import { isPictureCell, type PictureCell } from "../model/fields/table_cell.ts";
import type { Layout } from "../model/layout.ts";
import { bindingOf, indexInSections, indexManifest } from "../model/layout_binding.ts";
import { LayoutSettings } from "../model/layout_settings.ts";
import { isStaticPath } from "../model/page_settings.ts";
import { standardsOf } from "../model/standard.ts";

const decodeSettings = Schema.decodeUnknownOption(LayoutSettings);

/**
 * The problems of the settings for tags, and what a layout lacks for PDF/UA-1. A layout that breaks another
 * rule may have more of them.
 */
export function accessibilityIssues(layout: Layout, manifest: Manifest): ReadonlyArray<Issue> {
  const settings = Option.getOrUndefined(decodeSettings(layout));
  if (settings === undefined) return [];
  const { tagged, standard, language } = settings;
  if (tagged === true && typeof layout["basePdf"] === "string")
    return [{ path: "layout.tagged", message: "Documents with a base PDF cannot be tagged" }];
  if (!standardsOf(standard, false).isAccessible) return [];
  const fields = everyField(layout);
  const issues: Array<Issue> = [];
  if (tagged === false)
    issues.push({ path: "layout.tagged", message: "PDF/UA-1 requires tags: remove this setting" });
  // That of the project does not count, because templates are also checked without a project.
  if ((language ?? languageOfFormats(manifest)) === undefined)
    issues.push({
      path: "layout.language",
      message: "PDF/UA-1 requires the language of the documents, such as en or de-CH",
    });
  return [
    ...issues,
    ...fields.flatMap((placed) => descriptionIssues(placed, manifest)),
    ...headingIssues(fields, manifest),
  ];
}

/** A link, or a URL that becomes one. */
const LINK = /\]\(|<(?:https?:|mailto:|tel:)/i;

/** What a field lacks: an alternative text, a head, or a place for its links. */
function descriptionIssues(placed: PlacedField, manifest: Manifest): ReadonlyArray<Issue> {
  const { path, field } = placed;
  const decoded = decodeField(field);
  if (decoded === undefined) return [];
  if (isStaticPath(path)) {
    const isMarked = field["richText"] === true || field["textFormat"] === "inline-markdown";
    const hasLink = isMarked && ["content", "text"].some((key) => LINK.test(textOf(field, key)));
    return hasLink || textOf(field, "link") !== ""
      ? [{ path, message: "staticSchema cannot have links in PDF/UA-1: move the field to a page" }]
      : [];
  }
  if (decoded.type === "table") {
    const hasColumns =
      bindingOf(decoded.name, indexOf(placed, manifest)).kind === "loop" ||
      (decoded.head?.length ?? 0) > 0;
    const undescribed = Object.entries(decoded.cells ?? {}).filter(
      ([, cell]) => isPictureCell(cell) && !isDescribed(cell),
    );
    return [
      ...(decoded.showHead === false || !hasColumns
        ? [{ path: `${path}.showHead`, message: "PDF/UA-1 requires a head for every table" }]
        : []),
      ...undescribed.map(([key]) => ({ path: `${path}.cells.${key}.alt`, message: NO_ALT })),
    ];
  }
  const isPicture =
    !isSigningField(decoded) &&
    (decoded.type === "image" ||
      decoded.type === "signature" ||
      decoded.type === "svg" ||
      isBarcode(decoded));
  return !isPicture || isDescribed(decoded) ? [] : [{ path: `${path}.alt`, message: NO_ALT }];
}

const NO_ALT = 'PDF/UA-1 requires an alternative text, or "decorative": true';

function isDescribed({ alt, decorative }: Pick<PictureCell, "alt" | "decorative">): boolean {
  return decorative === true || (alt ?? "").trim() !== "";
}

function textOf(field: PlacedField["field"], key: string): string {
  const text = field[key];
  return typeof text === "string" ? text : "";
}

function decodeField(field: object) {
  const schema = fieldSchema(field);
  return schema && Option.getOrUndefined(Schema.decodeUnknownOption(schema)(field));
}

function indexOf({ sections }: PlacedField, manifest: Manifest) {
  return indexInSections(sections, indexManifest(manifest));
}

/** A heading of Markdown. */
const MARKDOWN_HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/gm;

/** Headings whose level is more than one below that of the heading above, in reading order. */
function headingIssues(
  fields: ReadonlyArray<PlacedField>,
  manifest: Manifest,
): ReadonlyArray<Issue> {
  const issues: Array<Issue> = [];
  let last = 0;
  for (const { path, level } of headingsOf(fields, manifest)) {
    if (level > last + 1) {
      const message =
        last === 0
          ? `The first heading has the level ${level}: PDF/UA-1 requires 1`
          : `A heading of the level ${level} follows one of the level ${last}: PDF/UA-1 requires at most ${last + 1}`;
      issues.push({ path, message });
    }
    last = level;
  }
  return issues;
}

interface Heading {
  readonly path: string;
  readonly level: number;
}

function headingsOf(
  fields: ReadonlyArray<PlacedField>,
  manifest: Manifest,
): ReadonlyArray<Heading> {
  return inReadingOrder(fields).flatMap((placed): ReadonlyArray<Heading> => {
    const { path, field } = placed;
    if (isStaticPath(path)) return [];
    if (typeof field["heading"] === "number")
      return [{ path: `${path}.heading`, level: field["heading"] }];
    // The headings of a value are known only when it is rendered.
    const isFixed =
      field["richText"] === true &&
      bindingOf(String(field["name"]), indexOf(placed, manifest)).kind === "static";
    if (!isFixed) return [];
    const key = field["text"] ? "text" : "content";
    return Array.from(textOf(field, key).matchAll(MARKDOWN_HEADING), ([, marks = ""]) => ({
      path: `${path}.${key}`,
      level: marks.length,
    }));
  });
}

/** The maximum distance of the tops of fields that are read from left to right, in millimetres. */
const SAME_ROW = 2;

/** Fields by page, from top to bottom and from left to right. Those of a section are in its place. */
function inReadingOrder(fields: ReadonlyArray<PlacedField>): ReadonlyArray<PlacedField> {
  const children = new Map<string, Array<PlacedField>>();
  for (const placed of fields) {
    const parent = placed.path.slice(0, placed.path.lastIndexOf("."));
    children.set(parent, [...(children.get(parent) ?? []), placed]);
  }
  const ordered = (parent: string): ReadonlyArray<PlacedField> =>
    rowsOf(children.get(parent) ?? []).flatMap((placed) => [
      placed,
      ...ordered(`${placed.path}.fields`),
    ]);
  const isPage = (parent: string) =>
    /^layout\.schemas\.\d+$/.test(parent) || isStaticPath(`${parent}.`);
  return [...children.keys()].filter(isPage).flatMap(ordered);
}

function rowsOf(fields: ReadonlyArray<PlacedField>): ReadonlyArray<PlacedField> {
  const rows: Array<Array<PlacedField>> = [];
  for (const placed of fields.toSorted((a, b) => positionOf(a, "y") - positionOf(b, "y"))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (
      row !== undefined &&
      first !== undefined &&
      positionOf(placed, "y") - positionOf(first, "y") <= SAME_ROW
    )
      row.push(placed);
    else rows.push([placed]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => positionOf(a, "x") - positionOf(b, "x")));
}

function positionOf({ field }: PlacedField, axis: "x" | "y"): number {
  const position = field["position"];
  const value = Predicate.isObject(position) ? position[axis] : undefined;
  return typeof value === "number" ? value : 0;
}
