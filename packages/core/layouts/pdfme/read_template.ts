import { Result, type Schema } from "effect";

import type { Issue } from "../../values/mod.ts";

/** An object of JSON. */
export type Settings = Readonly<Record<string, Schema.Json>>;

/** A field of a pdfme template, and its path in the layout. */
export interface PdfmeField {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly settings: Settings;
  /** Whether it is a field of `staticSchema`, which every page shows. */
  readonly onEveryPage: boolean;
}

/** A pdfme template of any version in its present form. */
export interface PdfmeTemplate {
  readonly base: string | Settings;
  readonly pages: ReadonlyArray<ReadonlyArray<PdfmeField>>;
  readonly staticFields: ReadonlyArray<PdfmeField>;
  /** The inputs that older templates bring. */
  readonly inputs: Settings;
  /** What was changed to get the present form. */
  readonly changes: ReadonlyArray<Issue>;
}

/** Whether a value of JSON is an object. */
export function isSettings(value: Schema.Json | undefined): value is Settings {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a pdfme template of any version, or returns why it is none. */
export function readPdfmeTemplate(
  file: Schema.Json,
): Result.Result<PdfmeTemplate, ReadonlyArray<Issue>> {
  const fail = (path: string, message: string) => Result.fail([{ path, message }]);
  if (!isSettings(file)) return fail("", "Expected a JSON object with basePdf and schemas");
  const { schemas, sampledata } = file;
  if (!Array.isArray(schemas)) return fail("schemas", "Expected a list of pages");
  const changes: Array<Issue> = [];
  const issues: Array<Issue> = [];
  const pages = schemas.map((page: Schema.Json, index) => {
    const path = `schemas.${index}`;
    if (isSettings(page))
      changes.push({ path, message: "Turned the object of fields into a list" });
    return fieldsOf(page, path, issues, false);
  });
  const base = readBase(file["basePdf"], changes);
  if (Result.isFailure(base)) return Result.fail([...issues, base.failure]);
  const { staticSchema = [], ...sheet } = isSettings(base.success) ? base.success : {};
  const staticFields = fieldsOf(staticSchema ?? [], "basePdf.staticSchema", issues, true);
  if (issues.length > 0) return Result.fail(issues);
  const first = Array.isArray(sampledata) ? sampledata[0] : undefined;
  return Result.succeed({
    base: typeof base.success === "string" ? base.success : sheet,
    pages: pages.length === 0 ? [[]] : pages,
    staticFields,
    inputs: isSettings(first) ? first : {},
    changes,
  });
}

/** The fields of a page: a list, or an object by name in templates before version 5. */
function fieldsOf(
  page: Schema.Json | undefined,
  path: string,
  issues: Array<Issue>,
  onEveryPage: boolean,
): ReadonlyArray<PdfmeField> {
  const entries = Array.isArray(page)
    ? page.map((field: Schema.Json, index) => ({ name: undefined, place: String(index), field }))
    : isSettings(page)
      ? Object.entries(page).map(([name, field]) => ({ name, place: name, field }))
      : undefined;
  if (entries === undefined) {
    issues.push({ path, message: "Expected a list of fields, or an object of fields by name" });
    return [];
  }
  return entries.flatMap(({ name, place, field }): ReadonlyArray<PdfmeField> => {
    const fieldPath = `${path}.${place}`;
    if (!isSettings(field)) {
      issues.push({ path: fieldPath, message: "Expected an object" });
      return [];
    }
    const ownName = name ?? field["name"];
    const { type } = field;
    if (typeof type !== "string" || typeof ownName !== "string") {
      issues.push({ path: fieldPath, message: "Expected a name and a type" });
      return [];
    }
    return [{ path: fieldPath, name: ownName, type, settings: field, onEveryPage }];
  });
}

/** The beginning of a PDF in base64. */
const BARE_PDF = "JVBERi0";
const PDF_URI = /^data:application\/pdf(?:;[^,;]*)*;base64,/i;
const CANONICAL = "data:application/pdf;base64,";

function readBase(
  base: Schema.Json | undefined,
  changes: Array<Issue>,
): Result.Result<string | Settings, Issue> {
  const path = "basePdf";
  const change = (message: string) => changes.push({ path, message });
  if (isSettings(base)) {
    const { width, height, padding } = base;
    if (typeof width !== "number" || typeof height !== "number") {
      const message =
        "Expected a blank page with a width and a height, or a PDF as text. Save bytes of a PDF as data:application/pdf;base64,…";
      return Result.fail({ path, message });
    }
    if (Array.isArray(padding)) return Result.succeed(base);
    change("Added a padding of 0: the blank page had none");
    const sheet: Settings = base;
    return Result.succeed({ ...sheet, padding: [0, 0, 0, 0] });
  }
  if (typeof base !== "string") {
    return Result.fail({ path, message: "Expected a blank page or a PDF" });
  }
  if (base.startsWith(CANONICAL)) return Result.succeed(base);
  if (base.startsWith(BARE_PDF)) {
    change(`Added ${CANONICAL} before the PDF`);
    return Result.succeed(CANONICAL + base);
  }
  const head = PDF_URI.exec(base)?.[0];
  if (head !== undefined) {
    change(`Shortened the head of the PDF to ${CANONICAL}`);
    return Result.succeed(CANONICAL + base.slice(head.length));
  }
  const message = `Expected a PDF as data:application/pdf;base64,…; the base is ${base.slice(0, 40)}. Download the PDF and add it as text`;
  return Result.fail({ path, message });
}
