import { checkEinvoice, Einvoice } from "@paraph/core/einvoices";
import { checkLayout } from "@paraph/core/layouts";
import { Manifest } from "@paraph/core/manifests";
import { standardIssues } from "@paraph/core/templates";
import { type Issue, issuesOfSchema } from "@paraph/core/values";
import { Option, Result, Schema } from "effect";

import type { CallIssues } from "../../../ui/browser/session/call_failed.ts";
import { TEXTS } from "../texts.ts";
import type { Design } from "./design.ts";
import type { SavedLayout } from "./saved_layout.ts";

/** A problem that prevents publishing. */
export interface Problem {
  readonly message: string;
  /** A readable name of the part with the problem. */
  readonly place: string;
  /** The field with the problem, if a field has it. */
  readonly field?: { readonly page: number; readonly index: number };
  /** The part of the settings with the problem, if one has it. */
  readonly part?: "document" | "invoice";
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
    return issuesOfSchema(manifest.failure.issue).map(({ message }) => ({
      message,
      place: TEXTS.problems.manifest,
    }));
  }
  const plain = JSON.parse(JSON.stringify(layout));
  const einvoice = einvoiceOf(layout);
  const issues = [
    ...standardIssues(plain, einvoice),
    ...checkLayout(plain, manifest.success),
    ...einvoiceIssues(einvoice, manifest.success),
  ];
  return issues.map(({ path, message }) => toProblem(path, message, design));
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
  const [, key] = /^The manifest has no "(.*?)"(?:\. Did you mean ".*"\?)?$/.exec(message) ?? [];
  return key === undefined ? message : TEXTS.problems.unknownKey(key);
}

/** A message about an invoice without the id of the rule. */
function readable(message: string): string {
  return message.replace(/^\[[A-Z0-9-]+\] /, "");
}

/** The problem of an issue of the API. */
export function toProblem(path: string, apiMessage: string, { schemas }: Design): Problem {
  const message = translate(apiMessage);
  const [, page, index, setting = ""] = FIELD.exec(path) ?? [];
  if (page !== undefined && index !== undefined) {
    const name = schemas[Number(page)]?.[Number(index)]?.name ?? "";
    const what = TEXTS.problems.settings[setting.split(".", 1)[0] ?? ""] ?? setting;
    const field = { page: Number(page), index: Number(index) };
    return { message, place: TEXTS.problems.field(name, Number(page) + 1, what), field };
  }
  const [, sheet] = PAGE.exec(path) ?? [];
  if (sheet !== undefined) return { message, place: TEXTS.problems.page(Number(sheet) + 1) };
  const [, ownPage] = /^layout\.pages\.(\d+)/.exec(path) ?? [];
  if (ownPage !== undefined) return { message, place: TEXTS.problems.page(Number(ownPage) + 1) };
  if (path.startsWith("layout.basePdf")) return { message, place: TEXTS.problems.base };
  if (path.startsWith("layout.manifest")) return { message, place: TEXTS.problems.manifest };
  if (path.startsWith("layout.einvoice"))
    return { message: readable(message), place: TEXTS.problems.einvoice, part: "invoice" };
  if (SETTING.test(path)) return { message, place: TEXTS.problems.document, part: "document" };
  return { message, place: path };
}
