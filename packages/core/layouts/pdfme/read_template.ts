import { Predicate, Result, Schema } from "effect";

import type { Issue } from "../../values/mod.ts";

/** A field of a pdfme template, and its path in the layout. */
export interface PdfmeField {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly settings: Schema.JsonObject;
  /** Whether it is a field of `staticSchema`, which every page shows. */
  readonly onEveryPage: boolean;
}

/** A pdfme template of any version in its present form. */
export interface PdfmeTemplate {
  readonly base: string | Schema.JsonObject;
  readonly pages: ReadonlyArray<ReadonlyArray<PdfmeField>>;
  readonly staticFields: ReadonlyArray<PdfmeField>;
  /** The inputs that older templates bring. */
  readonly inputs: Schema.JsonObject;
  /** What was changed to get the present form. */
  readonly changes: ReadonlyArray<Issue>;
}

const isJson = Schema.is(Schema.Json);
const isJsonObject = (value: unknown): value is Schema.JsonObject =>
  Predicate.isObject(value) && !Array.isArray(value) && isJson(value);

/** Parses a pdfme template of any version, or returns why it is none. */
export function readPdfmeTemplate(
  file: unknown,
): Result.Result<PdfmeTemplate, ReadonlyArray<Issue>> {
  const fail = (path: string, message: string) => Result.fail([{ path, message }]);
  if (!isJsonObject(file)) return fail("", "Expected a JSON object with basePdf and schemas");
  const { schemas, sampledata } = file;
  if (!Array.isArray(schemas)) return fail("schemas", "Expected a list of pages");
  const changes: Array<Issue> = [];
  const issues: Array<Issue> = [];
  const pages = schemas.map((page: Schema.Json, index) => {
    const path = `schemas.${index}`;
    if (isJsonObject(page))
      changes.push({ path, message: "Turned the object of fields into a list" });
    return fieldsOf(page, path, issues, false);
  });
  const base = readBase(file["basePdf"], changes);
  if (Result.isFailure(base)) return Result.fail([...issues, base.failure]);
  const { staticSchema = [], ...sheet } = isJsonObject(base.success) ? base.success : {};
  const staticFields = fieldsOf(staticSchema ?? [], "basePdf.staticSchema", issues, true);
  if (issues.length > 0) return Result.fail(issues);
  const first = Array.isArray(sampledata) ? sampledata[0] : undefined;
  return Result.succeed({
    base: typeof base.success === "string" ? base.success : sheet,
    pages: pages.length === 0 ? [[]] : pages,
    staticFields,
    inputs: isJsonObject(first) ? first : {},
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
    : isJsonObject(page)
      ? Object.entries(page).map(([name, field]) => ({ name, place: name, field }))
      : undefined;
  if (entries === undefined) {
    issues.push({ path, message: "Expected a list of fields, or an object of fields by name" });
    return [];
  }
  return entries.flatMap(({ name, place, field }): ReadonlyArray<PdfmeField> => {
    const fieldPath = `${path}.${place}`;
    if (!isJsonObject(field)) {
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
): Result.Result<string | Schema.JsonObject, Issue> {
  const path = "basePdf";
  const change = (message: string) => changes.push({ path, message });
  if (isJsonObject(base)) {
    const { width, height, padding } = base;
    if (typeof width !== "number" || typeof height !== "number") {
      const message =
        "Expected a blank page with a width and a height, or a PDF as text. Save bytes of a PDF as data:application/pdf;base64,…";
      return Result.fail({ path, message });
    }
    if (Array.isArray(padding)) return Result.succeed(base);
    change("Added a padding of 0: the blank page had none");
    return Result.succeed({ ...base, padding: [0, 0, 0, 0] });
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
