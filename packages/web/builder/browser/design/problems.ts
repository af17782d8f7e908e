import { checkEinvoice, Einvoice } from "@paraph/core/einvoices";
import { checkLayout } from "@paraph/core/layouts";
import { Manifest } from "@paraph/core/manifests";
import { loopKeyIssues, standardIssues } from "@paraph/core/templates";
import { type Issue, issuesOfSchema } from "@paraph/core/values";
import { Option, Result, Schema } from "effect";

import { isRecord } from "../../../ui/browser/is_record.ts";
import type { CallIssues } from "../../../ui/browser/session/call_failed.ts";
import { TEXTS } from "../texts.ts";
import type { Design } from "./design.ts";
import type { ProblemFix } from "./problem_fix.ts";
import { fixesOf, loopFixes } from "./problem_fixes.ts";
import type { SavedLayout } from "./saved_layout.ts";

/** A problem that prevents publishing. */
export interface Problem {
  readonly message: string;
  /** A readable name of the part with the problem. */
  readonly place: string;
  /** The field with the problem, if a field has it. */
  readonly field?: {
    readonly page: number;
    readonly index: number;
    /** The positions in its sections, from the outermost, of a field in one. */
    readonly inside?: ReadonlyArray<number>;
  };
  /** The part of the settings with the problem, if one has it. */
  readonly part?: "document" | "invoice";
  /** Changes that solve the problem, the best one first. */
  readonly fixes?: ReadonlyArray<ProblemFix>;
}

const FIELD = /^layout\.schemas\.(\d+)\.(\d+)(?:\.(.*))?$/;
const SETTING = /^layout\.(?:language|title|author|subject|keywords|standard|tagged)\b/;
const PAGE = /^layout\.schemas\.(\d+)$/;

/** Converts the problems of a response, each with its field. */
export function problemsFrom(
  { formErrors, fieldErrors }: CallIssues,
  design: Design,
): ReadonlyArray<Problem> {
  return [
    ...formErrors.map((message) => ({ message, place: TEXTS.problems.whole })),
    ...Object.entries(fieldErrors).flatMap(([path, messages]) =>
      messages.map((message) => toProblem(path, message, design)),
    ),
  ];
}

/** Validates a layout as the server does, except for the background PDF. */
export function problemsOf(layout: SavedLayout, design: Design): ReadonlyArray<Problem> {
  const manifest = decodeManifest(layout["manifest"]);
  if (Result.isFailure(manifest)) {
    return issuesOfSchema(manifest.failure.issue).map(({ path, message }) => ({
      message,
      place: definitionPlace(layout["manifest"], path),
    }));
  }
  const plain = JSON.parse(JSON.stringify(layout));
  const einvoice = einvoiceOf(layout);
  const issues = [
    ...standardIssues(plain, einvoice),
    ...checkLayout(plain, manifest.success),
    ...einvoiceIssues(einvoice, manifest.success),
  ];
  return [
    ...loopProblems(manifest.success),
    ...issues.map(({ path, message }) => toProblem(path, message, design)),
  ];
}

/**
 * The shown problems that a change has not solved. Only the server finds some of them: these remain until the
 * template is published again.
 */
export function remainingProblems(
  shown: ReadonlyArray<Problem>,
  found: { readonly before: ReadonlyArray<Problem>; readonly after: ReadonlyArray<Problem> },
): ReadonlyArray<Problem> {
  const keyOf = ({ place, message }: Problem) => `${place} ${message}`;
  const [before, after] = [found.before.map(keyOf), found.after.map(keyOf)];
  return shown.filter((each) => !before.includes(keyOf(each)) || after.includes(keyOf(each)));
}

/** The lists whose keys have dots: the server reports them apart from the layout. */
function loopProblems(manifest: Manifest): ReadonlyArray<Problem> {
  return loopKeyIssues(manifest).map(({ path }) => {
    const [, index, nested] = /^manifest\.loops\.(\d+)\.(key$)?/.exec(path) ?? [];
    const loop = manifest.loops[Number(index)];
    const place = definitionPlace(manifest, path.replace(/^manifest\./, ""));
    const fixes = loop === undefined || nested === undefined ? [] : loopFixes(loop);
    return { message: TEXTS.problems.dottedList(loop?.key ?? ""), place, fixes };
  });
}

/** The name of the variable or list that a path in a manifest is in, such as `loops.0.itemFields.1.key`. */
function definitionPlace(manifest: unknown, path: string): string {
  let key: string | undefined;
  let value = manifest;
  for (const step of path.split(".")) {
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined;
    if (isRecord(value) && typeof value["key"] === "string" && value["key"] !== "")
      key = value["key"];
  }
  return key === undefined ? TEXTS.problems.manifest : TEXTS.problems.definition(key);
}

/** The electronic invoice of a layout, if it has a valid one. */
export function einvoiceOf(layout: SavedLayout): Einvoice | null {
  return Option.getOrNull(decodeEinvoice(layout["einvoice"]));
}

const decodeEinvoice = Schema.decodeUnknownOption(Einvoice);

function einvoiceIssues(einvoice: Einvoice | null, manifest: Manifest): ReadonlyArray<Issue> {
  return einvoice === null
    ? []
    : checkEinvoice(einvoice, manifest).map(({ path, message }) => ({
        path: `layout.${path}`,
        message,
      }));
}

const decodeManifest = Schema.decodeUnknownResult(Manifest);

/** Translates a message of the API. */
function translate(message: string): string {
  const { problems: texts } = TEXTS;
  const [, key] = /^The manifest has no "(.*?)"(?:\. Did you mean ".*"\?)?$/.exec(message) ?? [];
  if (key !== undefined) return texts.unknownKey(key);
  const [, font] = /^No font is named "(.*?)"\. /.exec(message) ?? [];
  if (font !== undefined) return texts.unknownFont(font);
  if (message.startsWith("Reaches off the page of ")) return texts.outside;
  if (message.startsWith("Reaches out of the section of ")) return texts.outsideSection;
  return message.startsWith("PDF/UA-1 requires an alternative text") ? texts.noAlt : message;
}

/** A message about an invoice without the id of the rule. */
function readable(message: string): string {
  return message.replace(/^\[[A-Z0-9-]+\] /, "");
}

/** The problem of an issue of the API. */
export function toProblem(path: string, apiMessage: string, { schemas }: Design): Problem {
  const message = translate(apiMessage);
  const fixes = fixesOf(path, apiMessage);
  const solving = fixes.length === 0 ? {} : { fixes };
  const [, page, index, setting = ""] = FIELD.exec(path) ?? [];
  if (page !== undefined && index !== undefined) {
    const { inside, rest } = placeInside(setting);
    const positions = [Number(index), ...inside];
    const name = nameAt(schemas[Number(page)] ?? [], positions);
    const what = TEXTS.problems.settings[rest.split(".", 1)[0] ?? ""] ?? rest;
    const field = {
      page: Number(page),
      index: Number(index),
      ...(inside.length === 0 ? {} : { inside }),
    };
    return {
      message,
      place: TEXTS.problems.field(name, Number(page) + 1, what),
      field,
      ...solving,
    };
  }
  const [, sheet] = PAGE.exec(path) ?? [];
  if (sheet !== undefined) return { message, place: TEXTS.problems.page(Number(sheet) + 1) };
  const [, ownPage] = /^layout\.pages\.(\d+)/.exec(path) ?? [];
  if (ownPage !== undefined) return { message, place: TEXTS.problems.page(Number(ownPage) + 1) };
  if (path.startsWith("layout.basePdf")) return { message, place: TEXTS.problems.base };
  if (path.startsWith("layout.manifest")) return { message, place: TEXTS.problems.manifest };
  if (path.startsWith("layout.einvoice"))
    return { message: readable(message), place: TEXTS.problems.einvoice, part: "invoice" };
  if (SETTING.test(path))
    return { message, place: TEXTS.problems.document, part: "document", ...solving };
  return { message, place: path, ...solving };
}

/** The positions in sections that a path begins with, such as `fields.2.fields.0.width`, and what follows them. */
function placeInside(setting: string): {
  readonly inside: ReadonlyArray<number>;
  readonly rest: string;
} {
  const [whole = "", , rest = ""] = /^((?:fields\.\d+\.?)*)(.*)$/.exec(setting) ?? [];
  const start = whole.slice(0, whole.length - rest.length);
  return { inside: Array.from(start.matchAll(/fields\.(\d+)/g), ([, at]) => Number(at)), rest };
}

/** The name of a field by its positions in a list and in sections. */
function nameAt(
  fields: ReadonlyArray<unknown>,
  [first = 0, ...others]: ReadonlyArray<number>,
): string {
  const field = fields[first];
  if (!isRecord(field)) return "";
  const inside = field["fields"];
  return others.length > 0 && Array.isArray(inside)
    ? nameAt(inside, others)
    : String(field["name"]);
}
