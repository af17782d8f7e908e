import { Predicate } from "effect";

import { nearestName } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { everyField, type PlacedField } from "../model/fields/every_field.ts";
import { overlayBase, type Layout } from "../model/layout.ts";
import { isStaticPath } from "../model/page_settings.ts";
import { parseText, type TextPart } from "../model/text/placeholder.ts";
import { isAnchor, isLinkTarget } from "../model/text/rich_link.ts";

/** The types of fields whose text can have page references. */
const NUMBERED = new Set(["text", "date", "time", "dateTime", "select", "multiVariableText"]);

/**
 * The problems of links, anchors, page references and tables of contents, which concern the layout as a whole.
 *
 * @param layout A layout whose fields may have other problems.
 */
export function navigationProblems(layout: Layout): ReadonlyArray<Issue> {
  const fields = everyField(layout);
  const anchors = anchorsOf(fields);
  const isOverlay = overlayBase(layout) !== undefined;
  return fields.flatMap((field) => [
    ...anchorProblems(field, anchors),
    ...linkProblems(field, anchors),
    ...referenceProblems(field, anchors),
    ...contentsProblems(field, fields),
    ...pagesProblems(field),
    ...(isOverlay ? overlayProblems(field) : []),
  ]);
}

/** The anchors by their names, without those that have placeholders. */
interface Anchors {
  /** The path of the first field with an anchor. */
  readonly paths: ReadonlyMap<string, string>;
  /** Whether some have placeholders, so that their names are not known. */
  readonly areOpen: boolean;
}

function anchorsOf(fields: ReadonlyArray<PlacedField>): Anchors {
  const paths = new Map<string, string>();
  let areOpen = false;
  for (const { path, field } of fields) {
    const { anchor } = field;
    if (typeof anchor !== "string") continue;
    if (!isFixed(anchor)) areOpen = true;
    else if (!paths.has(anchor)) paths.set(anchor, path);
  }
  return { paths, areOpen };
}

function isFixed(text: string): boolean {
  return parseText(text).every(({ kind }) => kind === "text");
}

function anchorProblems({ path, field }: PlacedField, { paths }: Anchors): ReadonlyArray<Issue> {
  const { anchor } = field;
  if (typeof anchor !== "string") return [];
  const place = `${path}.anchor`;
  if (isStaticPath(path))
    return [{ path: place, message: "staticSchema repeats on every page, so it has no anchors" }];
  if (!isFixed(anchor)) return [];
  if (!isAnchor(anchor))
    return [{ path: place, message: "Expected a name of letters, digits, _ and -" }];
  // In a section the first row has the anchor.
  return paths.get(anchor) === path
    ? []
    : [{ path: place, message: `Another field has the anchor "${anchor}"` }];
}

function linkProblems({ path, field }: PlacedField, anchors: Anchors): ReadonlyArray<Issue> {
  const rich = [field["content"], field["text"]].flatMap((text) =>
    typeof text === "string" && isMarked(field) ? anchorLinks(text) : [],
  );
  const problems = rich.flatMap((name) => unknownAnchor(path, name, anchors));
  const { link } = field;
  if (typeof link !== "string") return problems;
  const place = `${path}.link`;
  if (link.startsWith("#"))
    return [...problems, ...(isFixed(link) ? unknownAnchor(place, link.slice(1), anchors) : [])];
  return !isFixed(link) || isLinkTarget(link)
    ? problems
    : [
        ...problems,
        {
          path: place,
          message: `"${link}" cannot be a link: use http, https, mailto, tel or #anchor`,
        },
      ];
}

function isMarked(field: PlacedField["field"]): boolean {
  return field["richText"] === true || field["textFormat"] === "inline-markdown";
}

/** The anchors that links of rich text lead to. */
function anchorLinks(text: string): ReadonlyArray<string> {
  return Array.from(text.matchAll(/\]\(\s*<?#([A-Za-z0-9_-]+)>?\s*\)/g), ([, name = ""]) => name);
}

function referenceProblems({ path, field }: PlacedField, anchors: Anchors): ReadonlyArray<Issue> {
  return Object.entries(field).flatMap(([name, value]) => {
    const texts = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
    return texts.flatMap((text: unknown) => {
      if (typeof text !== "string" || !text.includes("{pageOf.")) return [];
      const place = `${path}.${name}`;
      const isNumbered = name === "content" || name === "text";
      if (!isNumbered || !NUMBERED.has(String(field["type"])))
        return [{ path: place, message: "Only the text of text fields can refer to pages" }];
      return parseText(text).flatMap((part) => {
        if (part.kind === "text" && part.text.includes("{pageOf."))
          return [{ path: place, message: UNREADABLE }];
        return isReference(part) && isFixed(part.anchor)
          ? unknownAnchor(place, part.anchor, anchors)
          : [];
      });
    });
  });
}

const UNREADABLE =
  "A page reference is {pageOf.name}: letters, digits, _ and -, and placeholders such as {pageOf.order-{order.number}}";

function isReference(part: TextPart): part is Extract<TextPart, { readonly which: "pageOf" }> {
  return part.kind === "page" && part.which === "pageOf";
}

function unknownAnchor(path: string, name: string, { paths, areOpen }: Anchors) {
  if (paths.has(name) || areOpen) return [];
  const nearest = nearestName(name, paths.keys());
  const message = `No field has the anchor "${name}"`;
  return [
    { path, message: nearest === undefined ? message : `${message}. Did you mean "${nearest}"?` },
  ];
}

function contentsProblems({ path, field }: PlacedField, fields: ReadonlyArray<PlacedField>) {
  if (!Predicate.isObject(field["contents"])) return [];
  const hasHeadings = fields.some(
    ({ field: other }) => typeof other["heading"] === "number" || other["richText"] === true,
  );
  const place = `${path}.contents`;
  if (isStaticPath(path))
    return [{ path: place, message: "Grows with the document, which staticSchema cannot" }];
  return hasHeadings
    ? []
    : [{ path: place, message: "The layout has no headings: give text fields a heading" }];
}

function pagesProblems({ path, field }: PlacedField): ReadonlyArray<Issue> {
  return Predicate.isNotNullish(field["onPages"]) && !isStaticPath(path)
    ? [{ path: `${path}.onPages`, message: "Only fields of staticSchema are on several pages" }]
    : [];
}

/** The pages and the outline of an existing PDF stay as they are. */
function overlayProblems({ path, field }: PlacedField): ReadonlyArray<Issue> {
  const message = "A layout on an existing PDF has no anchors and no contents";
  const { link } = field;
  const isLinked = typeof link === "string" && link.startsWith("#");
  return [
    ...(typeof field["anchor"] === "string" ? [{ path: `${path}.anchor`, message }] : []),
    ...(Predicate.isNotNullish(field["contents"]) ? [{ path: `${path}.contents`, message }] : []),
    ...(isLinked ? [{ path: `${path}.link`, message }] : []),
  ];
}
