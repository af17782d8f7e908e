import { PDFDict, type PDFObject, PDFStream } from "pdf-lib";

import { dictEntry, dictOf, entry, itemsOf, nameEntry, textOf } from "../read/pdf_objects.ts";

/** An entry of a dictionary, or an item of the array that the entry holds. */
export interface Edge {
  /** The dictionary that holds the entry. */
  readonly holder: PDFDict;
  readonly key: string;
  /** The value or item, with its reference resolved. */
  readonly value: PDFObject;
}

/** Entries that PDF readers run as actions. */
const ACTION_KEYS = new Set(["A", "PA", "OpenAction", "Next"]);

/** Actions by their `/S` that are active content in any position. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["JavaScript", "JavaScript"],
  ["Launch", "an action that launches a program (/Launch)"],
  ["SubmitForm", "an action that submits data (/SubmitForm)"],
  ["ImportData", "an action that imports data (/ImportData)"],
  ["GoToR", "an action that opens another file (/GoToR)"],
  ["GoToE", "an action that opens an embedded file (/GoToE)"],
  ["Rendition", "an action that plays media (/Rendition)"],
  ["Sound", "an action that plays sound (/Sound)"],
  ["Movie", "an action that plays a movie (/Movie)"],
  ["RichMediaExecute", "an action that runs rich media (/RichMediaExecute)"],
  ["GoTo3DView", "an action that changes a 3D view (/GoTo3DView)"],
  ["SetOCGState", "an action that shows or hides layers (/SetOCGState)"],
  ["Hide", "an action that shows or hides annotations (/Hide)"],
]);

/** Allowed actions. `actionKind` checks those with a target. */
const ALLOWED_ACTIONS = new Set(["GoTo", "GoToDp", "ResetForm", "Trans"]);

/** Named actions that only turn pages. */
const NAVIGATION_ACTIONS = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);

/** Annotations that carry or play files. */
const ANNOTATIONS: ReadonlyMap<string, string> = new Map([
  ["FileAttachment", "an attached file (/FileAttachment)"],
  ["RichMedia", "rich media (/RichMedia)"],
  ["3D", "a 3D model (/3D)"],
  ["Screen", "a media screen (/Screen)"],
  ["Movie", "a movie (/Movie)"],
  ["Sound", "a sound (/Sound)"],
]);

/** Trees of the catalog's `/Names` that hold active content. */
const NAME_TREES: ReadonlyMap<string, string> = new Map([
  ["JavaScript", "JavaScript (/Names)"],
  ["EmbeddedFiles", "embedded files (/EmbeddedFiles)"],
  ["AlternatePresentations", "alternate presentations (/AlternatePresentations)"],
  ["Renditions", "media (/Renditions)"],
]);

/** The keys under which a file specification embeds the file. */
const EMBEDDED_FILE_KEYS = ["F", "UF", "DOS", "Mac", "Unix"];

/** Returns the kind of active content in an entry, undefined when the entry is allowed. */
export function activeKind({ holder, key, value }: Edge, catalog: PDFDict): string | undefined {
  const dict = dictOf(value);
  if (key === "AA") return isAdditionalActions(dict) ? "additional actions (/AA)" : undefined;
  if (key === "EF") return isEmbedded(dict) ? "an embedded file (/EF)" : undefined;
  if (key === "XFA")
    return entry(holder, "Fields") === undefined || value instanceof PDFDict
      ? undefined
      : "an XFA form (/XFA)";
  if (key === "Collection" && holder === catalog) return "a portfolio of files (/Collection)";
  if (dict === undefined) return undefined;
  if (holder === dictEntry(catalog, "Names") && NAME_TREES.has(key))
    return isEmptyTree(dict) ? undefined : NAME_TREES.get(key);
  if (key === "URI" && holder === catalog) return baseKind(dict);
  if (value instanceof PDFStream) return externalKind(dict);
  const subtype = nameEntry(dict, "Subtype");
  const annotation = subtype === undefined ? undefined : ANNOTATIONS.get(subtype);
  if (annotation !== undefined && entry(dict, "Rect") !== undefined) return annotation;
  const kind = actionKind(dict, ACTION_KEYS.has(key));
  return kind !== undefined && key === "OpenAction" ? `${kind} (/OpenAction)` : kind;
}

/**
 * Actions are recognised by their `/S`. Other dictionaries have one too, so an unknown one counts only under
 * an action key.
 */
function actionKind(dict: PDFDict, isAction: boolean): string | undefined {
  const name = nameEntry(dict, "S");
  if (name === undefined) return undefined;
  const kind = ACTIONS.get(name);
  if (kind !== undefined) return kind;
  if (name === "URI") return isAllowedLink(textOf(entry(dict, "URI")) ?? "") ? undefined : URI_KIND;
  if (!isAction || ALLOWED_ACTIONS.has(name)) return undefined;
  if (name === "Named")
    return NAVIGATION_ACTIONS.has(nameEntry(dict, "N") ?? "")
      ? undefined
      : "a named action (/Named)";
  if (name === "Thread")
    return entry(dict, "F") === undefined ? undefined : "an action that opens another file";
  return "an unknown action";
}

const URI_KIND = "a link that is not http, https, mailto or tel (/URI)";

function isAdditionalActions(dict: PDFDict | undefined): boolean {
  const values = dict?.values() ?? [];
  return values.some((value) => nameEntry(dictOf(dict?.context.lookup(value)), "S") !== undefined);
}

function isEmbedded(dict: PDFDict | undefined): boolean {
  return EMBEDDED_FILE_KEYS.some((key) => entry(dict, key) instanceof PDFStream);
}

function isEmptyTree(dict: PDFDict): boolean {
  return itemsOf(dict, "Names").length === 0 && itemsOf(dict, "Kids").length === 0;
}

/** Relative links are resolved against the base. */
function baseKind(dict: PDFDict): string | undefined {
  const base = textOf(entry(dict, "Base"));
  return base === undefined || isAllowedLink(base) ? undefined : URI_KIND;
}

/** Streams can reference the content of another file. */
function externalKind(dict: PDFDict): string | undefined {
  const isReference = nameEntry(dict, "Subtype") === "Form" && entry(dict, "Ref") !== undefined;
  const isExternal = entry(dict, "F") !== undefined;
  return isReference || isExternal ? "content of another file" : undefined;
}

/** The allowed link targets. */
const ALLOWED_TARGET = /^(?:https?:\/\/|mailto:|tel:|www\.)/i;

/**
 * Returns whether a link is allowed: `http`, `https`, `mailto` and `tel`, or a host name that begins with `www.`.
 * The scheme must be at the very beginning, so no control character or space can hide another one.
 */
function isAllowedLink(target: string): boolean {
  return ALLOWED_TARGET.test(target.trim());
}
