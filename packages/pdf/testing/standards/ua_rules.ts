/**
 * Mechanical rules of PDF/UA-1, under the ids that veraPDF's profile gives them. They find mistakes of the
 * writer in its own files; they are no validator.
 */
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from "pdf-lib";

import type { Check } from "../../standards/check.ts";
import { isEmbedded } from "../../standards/font_rules.ts";
import {
  collectBroken,
  contentOf,
  dictIn,
  isTrue,
  metadataOf,
  nameIn,
  textIn,
} from "./pdf_objects.ts";

const STANDARD_TYPES = new Set(
  "Document P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table THead TBody TFoot TR TH TD Span Link Figure Form TOC TOCI Reference Note Formula".split(
    " ",
  ),
);

/** The rule that says where a type may be, and its parents. */
const PARENTS: Readonly<Record<string, readonly [rule: string, parents: ReadonlyArray<string>]>> = {
  TR: ["7.2-4", ["Table", "THead", "TBody", "TFoot"]],
  THead: ["7.2-5", ["Table"]],
  TBody: ["7.2-6", ["Table"]],
  TFoot: ["7.2-7", ["Table"]],
  TH: ["7.2-8", ["TR"]],
  TD: ["7.2-9", ["TR"]],
  LI: ["7.2-17", ["L"]],
  LBody: ["7.2-18", ["LI"]],
  TOCI: ["7.2-26", ["TOC"]],
};

/** The rule that says what a type may contain, and its children. */
const KIDS: Readonly<Record<string, readonly [rule: string, kids: ReadonlyArray<string>]>> = {
  Table: ["7.2-3", ["TR", "THead", "TBody", "TFoot", "Caption"]],
  TR: ["7.2-10", ["TH", "TD"]],
  THead: ["7.2-36", ["TR"]],
  TBody: ["7.2-37", ["TR"]],
  TFoot: ["7.2-38", ["TR"]],
  L: ["7.2-19", ["L", "LI", "Caption"]],
  LI: ["7.2-20", ["Lbl", "LBody"]],
  TOC: ["7.2-27", ["TOC", "TOCI", "Caption"]],
};

interface Element {
  readonly type: string;
  readonly dict: PDFDict;
  readonly kids: ReadonlyArray<Element>;
}

const LANGUAGE = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/;

/** Returns the ids of the rules that a document breaks, sorted. */
export async function brokenUaRules(bytes: Uint8Array): Promise<ReadonlyArray<string>> {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false });
  const { check, broken } = collectBroken();
  const { catalog } = doc;
  const header = Buffer.from(bytes.subarray(0, 9)).toString("latin1");
  check("6.1-1", /^%PDF-1\.[0-7]\n$/.test(header));
  check("6.2-1", isTrue(dictIn(catalog, "MarkInfo"), "Marked"));
  check("7.1-10", isTrue(dictIn(catalog, "ViewerPreferences"), "DisplayDocTitle"));
  check("7.2-34", textIn(catalog, "Lang") !== undefined);
  check("7.2-29", LANGUAGE.test(textIn(catalog, "Lang") ?? "en"));
  check("7.1-8", catalog.lookup(PDFName.of("Metadata")) instanceof PDFRawStream);
  const xmp = metadataOf(doc);
  check("5-1", xmp.includes("<pdfuaid:part>"));
  check("5-2", !xmp.includes("<pdfuaid:part>") || xmp.includes("<pdfuaid:part>1<"));
  check("7.1-9", /<dc:title><rdf:Alt><rdf:li[^>]*>[^<]/.test(xmp));
  const root = dictIn(catalog, "StructTreeRoot");
  check("7.1-11", root !== undefined);
  const top = root === undefined ? [] : elementsIn(root, dictIn(root, "RoleMap"));
  checkElements(top, undefined, check);
  checkHeadings(top, check);
  checkNotes(top, check);
  const parents = new Map<string, PDFObject | undefined>();
  const numbers = root && dictIn(root, "ParentTree")?.lookup(PDFName.of("Nums"));
  if (numbers instanceof PDFArray)
    for (let index = 0; index < numbers.size(); index += 2)
      parents.set(String(numbers.get(index)), numbers.lookup(index + 1));
  for (const [, object] of doc.context.enumerateIndirectObjects())
    if (object instanceof PDFDict && nameIn(object, "Type") === "Font")
      check("7.21.4.1-1", isEmbedded(object));
  for (const { node } of doc.getPages()) {
    checkContent(Buffer.from(contentOf(node.Contents())).toString("latin1"), check);
    const annotations = node.Annots()?.asArray() ?? [];
    check("7.18.3-1", annotations.length === 0 || String(node.get(PDFName.of("Tabs"))) === "/S");
    for (const ref of annotations) {
      const annotation = doc.context.lookup(ref);
      if (annotation instanceof PDFDict) checkAnnotation(annotation, parents, check);
    }
  }
  return broken();
}

function checkElements(
  elements: ReadonlyArray<Element>,
  parent: Element | undefined,
  check: Check,
): void {
  for (const element of elements) {
    const { type, dict, kids } = element;
    const names = kids.map((kid) => kid.type);
    check("7.1-5", STANDARD_TYPES.has(type));
    check("7.1-12", dict.has(PDFName.of("P")));
    const [parentRule, allowedParents] = PARENTS[type] ?? [];
    if (parentRule !== undefined)
      check(parentRule, allowedParents?.includes(parent?.type ?? "") === true);
    const [kidsRule, allowedKids] = KIDS[type] ?? [];
    if (kidsRule !== undefined)
      check(
        kidsRule,
        names.every((name) => allowedKids?.includes(name)),
      );
    if (type === "Figure")
      check("7.3-1", Boolean(textIn(dict, "Alt") || textIn(dict, "ActualText")));
    if (type === "Table") checkTable(element, check);
    checkElements(kids, element, check);
  }
}

function checkTable({ kids }: Element, check: Check): void {
  const parts = kids.map(({ type }) => type);
  check("7.2-11", parts.filter((type) => type === "THead").length <= 1);
  check("7.2-12", parts.filter((type) => type === "TFoot").length <= 1);
  check("7.2-13", !parts.includes("TFoot") || parts.includes("TBody"));
  check("7.2-14", !parts.includes("THead") || parts.includes("TBody"));
  const rows = kids.flatMap((kid) => (kid.type === "TR" ? [kid] : kid.kids));
  check("7.2-42", new Set(widthsOf(rows)).size <= 1);
  const cells = rows.flatMap((row) => row.kids);
  const hasScopes = cells.some(
    ({ type, dict }) => type === "TH" && attribute(dict, "Scope") !== undefined,
  );
  const hasHeaders = ({ type, dict }: Element) =>
    type !== "TD" || attribute(dict, "Headers") !== undefined;
  check("7.5-1", hasScopes || cells.every(hasHeaders));
}

/** The number of columns of each row, with those of cells that reach into it from above. */
function widthsOf(rows: ReadonlyArray<Element>): ReadonlyArray<number> {
  let above: ReadonlyArray<{ readonly columns: number; readonly rows: number }> = [];
  return rows.map(({ kids }) => {
    const cells = kids.map((cell) => ({
      columns: spanOf(cell, "ColSpan"),
      rows: spanOf(cell, "RowSpan"),
    }));
    const shown = [...above, ...cells];
    above = shown.flatMap((cell) => (cell.rows > 1 ? [{ ...cell, rows: cell.rows - 1 }] : []));
    return shown.reduce((sum, { columns }) => sum + columns, 0);
  });
}

function spanOf({ dict }: Element, name: "ColSpan" | "RowSpan"): number {
  const span = attribute(dict, name);
  return span instanceof PDFNumber ? span.asNumber() : 1;
}

function attribute(dict: PDFDict, name: string): PDFObject | undefined {
  const attributes = dict.lookup(PDFName.of("A"));
  const each = attributes instanceof PDFArray ? attributes.asArray() : [attributes];
  for (const owned of each) {
    const value = owned instanceof PDFDict ? owned.lookup(PDFName.of(name)) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

function checkHeadings(elements: ReadonlyArray<Element>, check: Check): void {
  let last = 0;
  const visit = ({ type, kids }: Element) => {
    const level = Number(/^H(\d)$/.exec(type)?.[1] ?? 0);
    if (level > 0) {
      check("7.4.2-1", level <= last + 1);
      last = level;
    }
    kids.forEach(visit);
  };
  elements.forEach(visit);
}

/** Each note has an identifier of its own. */
function checkNotes(elements: ReadonlyArray<Element>, check: Check): void {
  const seen = new Set<string>();
  const visit = ({ type, dict, kids }: Element) => {
    const id = textIn(dict, "ID");
    if (type === "Note") check("7.9-1", Boolean(id));
    if (type === "Note" && id !== undefined) check("7.9-2", !seen.has(id));
    if (id !== undefined) seen.add(id);
    kids.forEach(visit);
  };
  elements.forEach(visit);
}

/** Operators that show something. */
const PAINTS = new Set(["Tj", "TJ", "Do", "f", "S", "B", "sh"]);

/** Every part of the content is tagged, or an artifact, and none is both. */
function checkContent(content: string, check: Check): void {
  const open: Array<string> = [];
  // Strings may have any bytes.
  const plain = content.replaceAll(/\((?:[^\\()]|\\[^])*\)/g, "()");
  for (const [, tag, operator] of plain.matchAll(
    /(?:\/(\w+)\s*(?:<<[^>]*>>)?\s*)?(?<![\w/])(B[DM]C|EMC|T[jJ]|Do|sh|[fSB])(?!\w)/g,
  )) {
    if (operator === "BDC" || operator === "BMC") {
      check("7.1-1", tag !== "Artifact" || open.every((each) => each === "Artifact"));
      check("7.1-2", tag === "Artifact" || !open.includes("Artifact"));
      open.push(tag ?? "");
    } else if (operator === "EMC") open.pop();
    else if (PAINTS.has(operator ?? "")) check("7.1-3", open.length > 0);
  }
}

function checkAnnotation(
  annotation: PDFDict,
  parents: ReadonlyMap<string, PDFObject | undefined>,
  check: Check,
): void {
  const subtype = String(annotation.get(PDFName.of("Subtype")));
  const parent = parents.get(String(annotation.get(PDFName.of("StructParent"))));
  const type = parent instanceof PDFDict ? String(parent.get(PDFName.of("S"))) : "";
  if (subtype === "/Link") {
    check("7.18.5-1", type === "/Link");
    check("7.18.5-2", Boolean(textIn(annotation, "Contents")));
  }
  // A box without an area is outside of the page.
  const box = annotation.lookup(PDFName.of("Rect"));
  const isEmpty = box instanceof PDFArray && box.asArray().every((side) => String(side) === "0");
  if (subtype === "/Widget" && !isEmpty) {
    check("7.18.4-1", type === "/Form");
    check("7.18.1-3", Boolean(textIn(annotation, "TU")));
  }
}

/** The elements in the kids of an element or of the root. */
/** @param roles The standard types of other types. */
function elementsIn(dict: PDFDict, roles: PDFDict | undefined): ReadonlyArray<Element> {
  const kids = dict.lookup(PDFName.of("K"));
  const each = kids instanceof PDFArray ? kids.asArray() : [dict.get(PDFName.of("K"))];
  return each.flatMap((kid) => {
    const element = kid instanceof PDFRef ? dict.context.lookup(kid) : undefined;
    if (!(element instanceof PDFDict)) return [];
    const name = String(element.get(PDFName.of("S"))).slice(1);
    const type = (roles && nameIn(roles, name)) ?? name;
    return [{ type, dict: element, kids: elementsIn(element, roles) }];
  });
}
