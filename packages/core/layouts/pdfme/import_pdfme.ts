import { Result, type Schema } from "effect";

import { BUNDLED_FONTS } from "../../fonts/mod.ts";
import { type DataType, labelOf, type LoopDefinition, type Manifest } from "../../manifests/mod.ts";
import type { Issue } from "../../values/mod.ts";
import { checkLayout } from "../check/layout_check.ts";
import { noExpression } from "../check/texts/text_check.ts";
import type { Layout } from "../model/layout.ts";
import { boundKey } from "../model/layout_binding.ts";
import { keysOfTitles } from "../model/title_keys.ts";
import { dateFormatOf, isDateType, isoDate, printDate } from "./date_format.ts";
import { FieldKeys } from "./field_keys.ts";
import { FIXED_TYPES, type FieldRole, roleOf } from "./field_role.ts";
import { convertFonts, type FontMap } from "./font_map.ts";
import { convertPlaceholders, type Replacement } from "./placeholders.ts";
import {
  isSettings,
  type PdfmeField,
  type PdfmeTemplate,
  readPdfmeTemplate,
  type Settings,
} from "./read_template.ts";
import { typeOfSamples } from "./sample_type.ts";
import { nested, parseObject, rowsOf } from "./samples.ts";
import { short, Variables } from "./variables.ts";

/** A template that was imported from pdfme. */
export interface PdfmeImport {
  readonly layout: Layout;
  readonly manifest: Manifest;
  /** Data that prints what pdfme prints with the samples of the template. */
  readonly data: Settings;
  /** What differs from the pdfme template, with paths in it. */
  readonly changes: ReadonlyArray<Issue>;
}

/** Options of an import. */
export interface PdfmeImportOptions {
  /** The names of fonts that the template can use, next to the bundled ones. */
  readonly fonts?: ReadonlyArray<string>;
  /** The fonts to use for others that the template names. */
  readonly fontMap?: FontMap;
}

/**
 * Converts a pdfme template of any version: its layout, a manifest with a variable or loop for each field that
 * pdfme fills, and sample data. Fails with every part that cannot be converted, by its path in the template.
 *
 * @example A text to fill in
 * ```ts
 * import { importPdfme } from "@paraph/core/layouts";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const date = { type: "text", content: "2026-12-01", position: { x: 20, y: 20 }, width: 50, height: 8 };
 * const basePdf = { width: 210, height: 297, padding: [20, 20, 20, 20] };
 * const { manifest, data } = Result.getOrThrow(
 *   importPdfme({ basePdf, schemas: [{ "due date": date }] }),
 * );
 * assert.deepEqual(manifest.variables, [
 *   { key: "due_date", label: "due date", dataType: "date", required: false },
 * ]);
 * assert.deepEqual(data, { due_date: "2026-12-01" });
 * ```
 *
 * @param file The template: parsed JSON.
 */
export function importPdfme(
  file: Schema.Json,
  { fonts = [], fontMap = {} }: PdfmeImportOptions = {},
): Result.Result<PdfmeImport, ReadonlyArray<Issue>> {
  const template = readPdfmeTemplate(file);
  if (Result.isFailure(template)) return Result.fail(template.failure);
  const known = [...BUNDLED_FONTS.map(({ name }) => name), ...fonts];
  return new Conversion(template.success).run(known, fontMap);
}

/** The name of a field in a message. */
const named = ({ name }: PdfmeField) => (name === "" ? "" : ` (${name})`);

class Conversion {
  readonly #template: PdfmeTemplate;
  readonly #fields: ReadonlyArray<PdfmeField>;
  readonly #keys = new FieldKeys();
  readonly #variables = new Variables();
  readonly #loops = new Map<string, LoopDefinition>();
  readonly #rows = new Map<string, Schema.Json>();
  /** Static fields by their name, and their texts as others print them. */
  readonly #statics: ReadonlyMap<string, PdfmeField>;
  readonly #staticTexts = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  readonly #changes: Array<Issue>;
  readonly #reasons: Array<Issue> = [];
  readonly #isOverlay: boolean;

  constructor(template: PdfmeTemplate) {
    this.#template = template;
    this.#fields = [...template.pages.flat(), ...template.staticFields];
    this.#statics = new Map(
      this.#fields
        .filter((field) => roleOf(field) === "static")
        .map((field) => [field.name, field] as const),
    );
    this.#changes = [...template.changes];
    this.#isOverlay = typeof template.base === "string";
  }

  run(known: ReadonlyArray<string>, fontMap: FontMap) {
    this.#nameData();
    const { base, pages, staticFields } = this.#template;
    const sources = new Map<string, PdfmeField>();
    const convert = (fields: ReadonlyArray<PdfmeField>, path: string) =>
      fields
        .flatMap((field) => this.#field(field).map((converted) => ({ field, converted })))
        .map(({ field, converted }, index) => {
          sources.set(`${path}.${index}`, field);
          return converted;
        });
    const schemas = pages.map((page, index) => convert(page, `layout.schemas.${index}`));
    const repeated = convert(staticFields, "layout.basePdf.staticSchema");
    const basePdf =
      typeof base === "string" || repeated.length === 0
        ? base
        : { ...base, staticSchema: repeated };
    const draft: Layout = { basePdf, kerning: false, schemas };
    const fonts = convertFonts(draft, known, fontMap);
    this.#changes.push(...fonts.changes, {
      path: "",
      message: "Set kerning to false, so that letters and lines stay in place",
    });
    const { layout } = fonts;
    const manifest = { variables: this.#variables.definitions(), loops: [...this.#loops.values()] };
    const reasons = [...this.#reasons, ...fonts.reasons];
    const seen = new Set(reasons.map(({ path }) => path));
    for (const issue of checkLayout(layout, manifest)) {
      const reason = this.#atSource(issue, sources);
      if (!seen.has(reason.path)) reasons.push(reason);
    }
    if (reasons.length > 0) return Result.fail(reasons);
    const { samples, changes } = this.#variables.samples();
    const data = nested([...samples, ...this.#rows]);
    return Result.succeed({ layout, manifest, data, changes: [...this.#changes, ...changes] });
  }

  /** Gives every value its key, so that placeholders can refer to fields after them. */
  #nameData(): void {
    const bound = this.#fields.filter((field) => ["variable", "loop"].includes(roleOf(field)));
    for (const { name, type } of bound) {
      this.#keys.of(name, { isLoop: type === "table" || type === "list" });
    }
    const names = new Set(bound.map(({ name }) => name));
    const samples = new Map<string, Set<string>>();
    const texts = this.#fields.filter((field) => roleOf(field) === "text");
    for (const field of texts) {
      for (const [variable, sample] of this.#variablesOf(field)) {
        samples.set(variable, (samples.get(variable) ?? new Set()).add(sample));
      }
    }
    for (const field of texts) {
      for (const [variable] of this.#variablesOf(field)) {
        const isShared = (samples.get(variable)?.size ?? 0) > 1 || names.has(variable);
        const key = this.#keys.of(isShared ? `${field.name}.${variable}` : variable, {
          identity: isShared ? `${field.name}.${variable}` : variable,
        });
        // Expressions of pdfme reach a variable through its field.
        this.#keys.alias(`${field.name}.${variable}`, key);
      }
    }
  }

  /** The variables of a text and their samples. */
  #variablesOf(field: PdfmeField): ReadonlyArray<readonly [name: string, sample: string]> {
    const { text, variables } = field.settings;
    const listed = Array.isArray(variables)
      ? variables.filter((each): each is string => typeof each === "string")
      : [];
    const used = [...textOf(text).matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
    const samples = parseObject(this.#contentOf(field));
    return [...new Set([...used, ...listed])]
      .filter((name) => textOf(text).includes(`{${name}}`))
      .map((name) => [name, typeof samples[name] === "string" ? samples[name] : ""] as const);
  }

  /** The sample of a field: the input that comes with older templates, or else its content. */
  #contentOf({ name, settings }: PdfmeField): string {
    const content = this.#template.inputs[name] ?? settings["content"];
    return typeof content === "string" ? content : "";
  }

  #field(field: PdfmeField): ReadonlyArray<Settings> {
    const role = roleOf(field);
    if (role === "unknown") {
      this.#refuse(field, "type", `Paraph has no fields of type ${field.type}`);
      return [];
    }
    if (role === "nothing") {
      this.#change(field, "Left out: a multiVariableText without a text prints nothing");
      return [];
    }
    const { content: _content, required: _required, readOnly: _readOnly, ...rest } = field.settings;
    const settings = this.#settings(field, rest);
    const converted: Settings = { ...this.#content(field, role, settings) };
    return [converted];
  }

  /** The settings that every role keeps. */
  #settings(field: PdfmeField, settings: Settings): Settings {
    const changed: Record<string, Schema.Json> = { ...settings };
    const { dynamicFontSize, overflow } = settings;
    if (isSettings(dynamicFontSize)) {
      const size: Settings = dynamicFontSize;
      const { fit } = size;
      if (typeof fit === "string" && fit !== "vertical" && fit !== "horizontal") {
        changed["dynamicFontSize"] = { ...size, fit: "vertical" };
        this.#change(field, `Changed the fit "${fit}" of dynamicFontSize to "vertical"`);
      }
    }
    if (overflow === "expand" && (this.#isOverlay || field.onEveryPage)) {
      delete changed["overflow"];
      const where = this.#isOverlay ? "on a PDF" : "in staticSchema";
      this.#change(field, `Removed overflow: fields ${where} cannot grow`);
    }
    if (Object.hasOwn(settings, "numCells")) {
      delete changed["numCells"];
      this.#change(field, "Removed numCells: pdfme prints the text without cells");
    }
    if (field.type === "table") {
      for (const style of ["headStyles", "bodyStyles"]) {
        const own = settings[style];
        changed[style] = {
          ...CELL_STYLE,
          ...(isSettings(own) ? Object.fromEntries(Object.entries(own)) : {}),
        };
      }
    }
    if (field.type === "date" || field.type === "dateTime" || field.type === "time") {
      changed["verticalAlignment"] = "middle";
      changed["lineHeight"] = 1;
      delete changed["format"];
      delete changed["locale"];
    }
    return changed;
  }

  #content(field: PdfmeField, role: FieldRole, settings: Settings): Settings {
    switch (role) {
      case "variable":
        return { ...settings, name: this.#variable(field) };
      case "loop":
        return this.#loop(field, settings);
      case "text":
        return this.#textWithVariables(field, settings);
      default:
        return this.#static(field, settings);
    }
  }

  #variable(field: PdfmeField): string {
    const { name, type } = field;
    const key = this.#keys.of(name);
    const content = this.#contentOf(field);
    const value = this.#variables.of(key, key === name ? labelOf(key) : name);
    if (field.settings["required"] === true) value.required = true;
    const dataType = FIXED_TYPES.get(type);
    if (isDateType(dataType)) {
      const format = dateFormatOf(field, dataType);
      if (format === undefined) {
        const pattern = textOf(field.settings["format"]);
        this.#change(field, `Turned into a text: dates have no format ${pattern}`);
        value.dataType = "text";
      } else {
        value.dataType ??= dataType;
        value.format ??= format;
      }
      value.samples.push(content === "" || format === undefined ? content : isoDate(content));
    } else {
      // Samples tell the type of texts, but not of choices, and codes may begin with zeros.
      if (type !== "text") value.dataType ??= dataType ?? "text";
      value.samples.push(content);
    }
    if (key !== name) this.#change(field, `Named "${key}": keys have letters, digits and _`);
    return this.#nameFor(key);
  }

  /** A table or list with rows from the data. */
  #loop(field: PdfmeField, settings: Settings): Settings {
    const key = this.#keys.of(field.name, { isLoop: true });
    if (key !== field.name) this.#change(field, `Named "${key}": keys have letters, digits and _`);
    const rows = rowsOf(this.#contentOf(field));
    const name = this.#nameFor(key);
    const { head } = settings;
    const titles = Array.isArray(head) ? head.map(String) : [];
    const isList = field.type === "list";
    const width = Math.max(titles.length, ...rows.map((row) => row.length), 0);
    const filled = Array.from({ length: width }, (_, column) => titles[column] ?? "");
    const keys = isList ? ["text"] : keysOfTitles(filled);
    const itemFields = keys.map((itemKey, column) => ({
      key: itemKey,
      label: short(titles[column]?.trim() || labelOf(itemKey)),
      dataType: isList ? ("text" as const) : typeOfSamples(rows.map((row) => row[column] ?? "")),
      required: false,
    }));
    if (!this.#loops.has(key)) {
      const label = key === field.name ? labelOf(key) : field.name;
      this.#loops.set(key, { key, label: short(label), itemFields });
      this.#rows.set(
        key,
        rows.map((row) =>
          Object.fromEntries(keys.map((itemKey, column) => [itemKey, row[column] ?? ""])),
        ),
      );
    }
    if (isList) return { ...settings, name };
    const { head: _head, ...withoutHead } = withAlignments(settings, width);
    return { ...withoutHead, ...(titles.length === 0 ? {} : { head: filled }), name };
  }

  #textWithVariables(field: PdfmeField, settings: Settings): Settings {
    const { variables: _variables, ...rest } = settings;
    let text = textOf(settings["text"]);
    for (const [variable, sample] of this.#variablesOf(field)) {
      const key = this.#keyOfVariable(field, variable);
      const value = this.#variables.of(key, key === variable ? labelOf(key) : variable);
      if (field.settings["required"] === true) value.required = true;
      value.samples.push(sample);
      if (key === variable) continue;
      text = text.replaceAll(`{${variable}}`, `{${key}}`);
      this.#change(field, `Named the variable "${variable}" of the text "${key}"`);
    }
    return { ...rest, name: this.#staticName(field), text, readOnly: true };
  }

  #keyOfVariable({ name }: PdfmeField, variable: string): string {
    return this.#keys.get(`${name}.${variable}`) ?? variable;
  }

  #static(field: PdfmeField, settings: Settings): Settings {
    const { type } = field;
    const content = field.settings["content"];
    const common: Settings = { ...settings, name: this.#staticName(field), readOnly: true };
    if (typeof content !== "string" || content === "") return common;
    if (WITHOUT_TEXT.has(type)) return { ...common, content };
    const dataType = FIXED_TYPES.get(type);
    const format = isDateType(dataType) ? dateFormatOf(field, dataType) : undefined;
    if (format !== undefined) return { ...common, content: printDate(content, format) };
    const text = this.#staticText(field, content);
    if (type !== "multiVariableText") return { ...common, content: text };
    // pdfme prints the content of a read-only text, and not its text with variables.
    const { text: _text, variables: _variables, ...rest } = common;
    this.#change(field, "Turned into a text: a read-only multiVariableText prints its content");
    return { ...rest, type: "text", content: text };
  }

  /** Converts the placeholders of a static text. */
  #staticText(field: PdfmeField, content: string): string {
    const isJson = field.type === "table" || field.type === "list";
    const converted = convertPlaceholders(content, (name) => this.#resolve(name, [field.name]));
    for (const code of converted.expressions) {
      this.#refuse(field, "content", noExpression(code));
    }
    for (const [from, to] of converted.replaced) {
      this.#change(field, `Replaced ${from} with ${to === "" ? "nothing" : to}`);
    }
    if (!isJson) return converted.text;
    const isIntact = Result.isSuccess(Result.try(() => JSON.parse(converted.text)));
    return isIntact ? converted.text : content;
  }

  /** What a name in braces stands for: a value of the data, a date, or the text of another field. */
  #resolve(name: string, seen: ReadonlyArray<string>): Replacement {
    const key = this.#keys.get(name);
    if (key !== undefined) return { kind: "key", key };
    const field = this.#statics.get(name);
    if (field !== undefined && !seen.includes(name) && seen.length <= MAX_DEPTH) {
      return { kind: "text", text: this.#textOfStatic(field, seen) };
    }
    const date = DATES.get(name);
    const added = this.#keys.of(name);
    const value = this.#variables.of(added, added === name ? labelOf(added) : name);
    if (date !== undefined) {
      value.dataType ??= date.dataType;
      value.format ??= date.format;
    }
    return { kind: "key", key: added };
  }

  /** The text of a static field that another text refers to. */
  #textOfStatic(field: PdfmeField, seen: ReadonlyArray<string>): string {
    const known = this.#staticTexts.get(field.name);
    if (known !== undefined) return known;
    const { content } = field.settings;
    const { text } = convertPlaceholders(typeof content === "string" ? content : "", (name) =>
      this.#resolve(name, [...seen, field.name]),
    );
    // Texts that repeat each other can grow without limit; the check of the layout refuses this length.
    const bounded = text.slice(0, MAX_CONTENT + 1);
    this.#staticTexts.set(field.name, bounded);
    return bounded;
  }

  /** The name of a field that shows a key; further fields of a key are numbered. */
  #nameFor(key: string): string {
    const count = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  }

  /** The name of a static field, which must not be a key. */
  #staticName({ name }: PdfmeField): string {
    const short = Array.from(name).slice(0, 190).join("");
    return this.#keys.has(boundKey(short)) ? `${short.replaceAll("#", " ")} (static)` : short;
  }

  /** Moves a problem of the layout to the field of the template. */
  #atSource({ path, message }: Issue, sources: ReadonlyMap<string, PdfmeField>): Issue {
    const [prefix = "", place = ""] =
      /^(layout\.(?:schemas\.\d+|basePdf\.staticSchema)\.\d+)(.*)$/.exec(path)?.slice(1) ?? [];
    const field = sources.get(prefix);
    if (field === undefined) return { path: path.replace(/^layout\.?/, ""), message };
    return { path: `${field.path}${place}`, message: `${message}${named(field)}` };
  }

  #change(field: PdfmeField, message: string): void {
    this.#changes.push({ path: field.path, message: `${message}${named(field)}` });
  }

  #refuse(field: PdfmeField, setting: string, message: string): void {
    this.#reasons.push({ path: `${field.path}.${setting}`, message: `${message}${named(field)}` });
  }
}

/** Types whose static content is no text. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  "image",
  "signature",
  "svg",
  "checkbox",
  "radioGroup",
  "circleMark",
  "line",
  "rectangle",
  "ellipse",
]);

/** What pdfme uses for cells without these settings. */
const CELL_STYLE: Settings = {
  alignment: "left",
  verticalAlignment: "middle",
  fontSize: 13,
  lineHeight: 1,
  padding: { top: 5, right: 5, bottom: 5, left: 5 },
};

/** How many texts may refer to each other in a row. */
const MAX_DEPTH = 20;

/** The maximum length of static content. */
const MAX_CONTENT = 100_000;

/** The dates that pdfme adds to the data. */
const DATES: ReadonlyMap<string, { readonly dataType: DataType; readonly format: string }> =
  new Map([
    ["date", { dataType: "date", format: "date:YYYY/MM/DD" }],
    ["dateTime", { dataType: "datetime", format: "datetime:YYYY/MM/DD HH:mm" }],
  ]);

/** The alignment of every column: Paraph would align numbers right. */
function withAlignments(settings: Settings, columns: number): Settings {
  const { bodyStyles, columnStyles } = settings;
  const own = isSettings(columnStyles) ? columnStyles["alignment"] : undefined;
  const usual = isSettings(bodyStyles) ? (bodyStyles["alignment"] ?? "left") : "left";
  const alignment = Object.fromEntries([
    ...Array.from({ length: columns }, (_, column) => [String(column), usual] as const),
    ...(isSettings(own) ? Object.entries(own) : []),
  ]);
  const others = isSettings(columnStyles) ? Object.entries(columnStyles) : [];
  return { ...settings, columnStyles: Object.fromEntries([...others, ["alignment", alignment]]) };
}

/** A setting that is text; otherwise an empty text. */
function textOf(value: Schema.Json | undefined): string {
  return typeof value === "string" ? value : "";
}
