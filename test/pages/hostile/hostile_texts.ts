import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, Schema } from "effect";
import type { Frame } from "playwright-core";

import { openPage } from "../../support/browser.ts";

/** A text of a request that a tenant or a viewer writes. */
interface WritableText {
  readonly maxLength: number;
}

const Node = Schema.Record(Schema.String, Schema.Unknown);
type Node = typeof Node.Type;
const isNode = Schema.is(Node);
const nodesOf = (value: unknown): ReadonlyArray<[string, Node]> =>
  isNode(value)
    ? Object.entries(value).flatMap(([key, each]) => (isNode(each) ? [[key, each]] : []))
    : [];

/** The OpenAPI document that clients get. */
const DOCUMENT = Schema.decodeUnknownSync(Schema.fromJsonString(Node))(
  fs.readFileSync(path.join(import.meta.dirname, "../../../packages/http/openapi.json"), "utf8"),
);

/** Formats whose texts cannot hold markup; the API checks them. */
const SAFE_FORMATS = new Set<unknown>(["binary", "date", "date-time", "email", "uuid"]);

/** Markup without spaces, so that patterns alone decide about it. */
const PROBE = "<img/src=x>";

function resolved(schema: Node): Node {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  let target: unknown = DOCUMENT;
  for (const part of reference.split("/").slice(1)) target = isNode(target) ? target[part] : {};
  return isNode(target) ? resolved(target) : {};
}

/** Whether a schema accepts texts with markup: not if it lists its values, or has a strict pattern or format. */
function acceptsMarkup({ enum: values, const: value, pattern, format }: Node): boolean {
  if (values !== undefined || value !== undefined || SAFE_FORMATS.has(format)) return false;
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(PROBE);
}

/** Collects the texts of a schema by their paths. Loops in loops are one field, at any depth. */
function collect(schema: Node, place: string, fields: Map<string, WritableText>, depth = 0): void {
  if (depth > 24) return;
  const node = resolved(schema);
  const add = () => {
    const { maxLength } = node;
    const name = place.replaceAll(/(?:loops\[\]\.)+/gu, "loops[].");
    if (place.endsWith("loops[]")) return;
    const known = fields.get(name)?.maxLength ?? Number.POSITIVE_INFINITY;
    fields.set(name, {
      maxLength: Math.min(known, typeof maxLength === "number" ? maxLength : known),
    });
  };
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const members = node[key];
    if (!Array.isArray(members)) continue;
    for (const member of members) if (isNode(member)) collect(member, place, fields, depth + 1);
  }
  const types = new Set([node["type"]].flat());
  const dot = place.endsWith(" ") ? place : `${place}.`;
  if (types.has("string") && acceptsMarkup(node)) add();
  for (const [key, property] of nodesOf(node["properties"]))
    collect(property, `${dot}${key}`, fields, depth + 1);
  if (isNode(node["items"])) collect(node["items"], `${place}[]`, fields, depth + 1);
  const others = node["additionalProperties"];
  if (isNode(others) && Object.keys(others).length > 0)
    collect(others, `${dot}*`, fields, depth + 1);
  const isFree = ["anyOf", "oneOf", "allOf", "enum", "const", "properties", "items", "type"].every(
    (key) => node[key] === undefined,
  );
  const isOpenObject = types.has("object") && node["properties"] === undefined && !isNode(others);
  if (isFree || isOpenObject) add();
}

/**
 * Every text of a request that can hold markup, by its operation and path (`POST /v1/projects name`); parameters are
 * the same in all operations (`?tenant`, `header idempotency-key`).
 */
export const WRITABLE: ReadonlyMap<string, WritableText> = (() => {
  const fields = new Map<string, WritableText>();
  for (const [route, item] of nodesOf(DOCUMENT["paths"])) {
    for (const [method, operation] of nodesOf(item)) {
      for (const each of [item["parameters"], operation["parameters"]].flat()) {
        if (!isNode(each)) continue;
        const { in: where, name, schema } = resolved(each);
        if (where === "path" || !isNode(schema)) continue;
        collect(schema, `${where === "query" ? "?" : "header "}${String(name)}`, fields);
      }
      const body = operation["requestBody"];
      if (!isNode(body)) continue;
      for (const [type, { schema }] of nodesOf(resolved(body)["content"])) {
        if (type !== "application/json" || !isNode(schema)) continue;
        collect(schema, `${method.toUpperCase()} ${route} `, fields);
      }
    }
  }
  return fields;
})();

/** Breaks out of attributes, elements and scripts, for any place that a page could put a text at. */
const KINDS = [
  `"'><img src=x onerror=hasRun()>`,
  "</script></style></title></textarea><script>hasRun()</script>",
  "<svg onload=hasRun()><a href=javascript:hasRun()>",
  "${hasRun()}`-->",
];

/** Texts that viewers write, and that no schema describes. */
const OTHERS = ["header user-agent", "path", "file name"] as const;

/** Whether a field is one of {@linkcode WRITABLE}, or a text that no schema describes. */
export const isKnown = (field: string) =>
  WRITABLE.has(field) || OTHERS.some((name) => name === field);

/** The number of each field, and the texts that were written into it. */
const written = new Map<string, { readonly number: number; readonly texts: Set<string> }>();

/**
 * A hostile text for a field, with the number of the field.
 *
 * @param field A known field.
 * @param limit A limit that the schema does not tell.
 */
export function hostile(field: string, limit = 500): string {
  if (!isKnown(field)) throw new Error(`The API has no field ${field}`);
  const maxLength = Math.min(limit, WRITABLE.get(field)?.maxLength ?? limit);
  const entry = written.get(field) ?? { number: 100 + written.size, texts: new Set() };
  let text = `~${entry.number}~`;
  for (const kind of KINDS) if (text.length + kind.length <= maxLength) text += kind;
  written.set(field, entry);
  entry.texts.add(text);
  return text;
}

/** An HTTPS URL that contains the hostile text of a field. */
export const hostileUrl = (name: string) =>
  `https://partner.test/?a=${hostile(name).replaceAll(" ", "+")}`;

/** What a frame shows. */
interface Shown {
  readonly texts: string;
  /** Elements and attributes that only an injected text creates. */
  readonly injected: ReadonlyArray<string>;
}

/** Reads the texts, values and labels of a frame, also in shadow roots. */
function readFrame(): Shown {
  const texts: Array<string> = [];
  const injected: Array<string> = [];
  const roots: Array<Document | ShadowRoot> = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      for (const { name, value } of element.attributes) {
        if (/^on/iu.test(name) || /^\s*javascript:/iu.test(value) || value === "x")
          injected.push(element.outerHTML.slice(0, 300));
        if (!name.startsWith("data-")) texts.push(value);
      }
      if ("value" in element && typeof element.value === "string") texts.push(element.value);
      if (element.matches("script") && element.textContent.startsWith("hasRun"))
        injected.push(element.outerHTML);
    }
    const text: Array<string> = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.matches("script, style, noscript") !== true)
        text.push(node.textContent ?? "");
    }
    texts.push(text.join(""));
  }
  return { texts: texts.join("\n"), injected };
}

/** The forms in which a page can contain a text literally: as it is, in JSON, in a URL. */
const formsOf = (text: string) => [
  text,
  JSON.stringify(text).slice(1, -1),
  encodeURIComponent(text),
  text.replaceAll(" ", "+"),
  new URL(`https://partner.test/?${text.replaceAll(" ", "+")}`).search.slice(1),
];

/** Records the hostile texts that the page shows, under a name. */
export type Look = (name: string) => Promise<void>;

/** A page of a browser that records which hostile texts it shows, and what they do. */
export const watchedPage = Effect.gen(function* () {
  const { page, pageErrors } = yield* openPage({
    locale: "en-US",
    viewport: { width: 1280, height: 900 },
  });
  const attacks: Array<string> = [];
  const sightings = new Map<string, Set<string>>();
  yield* Effect.promise(() =>
    page
      .context()
      .exposeBinding("hasRun", ({ frame }) => void attacks.push(`ran in ${frame.url()}`)),
  );
  page.context().on("request", (request) => {
    // The test opens pages at hostile addresses itself.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) return;
    if (/\/x$|hasRun/u.test(new URL(request.url()).pathname))
      attacks.push(`loads ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    // The builder asks before it loses changes.
    if (dialog.type() !== "beforeunload") attacks.push(`opens ${dialog.message()}`);
    void dialog.accept();
  });

  async function lookAt(frame: Frame, name: string): Promise<void> {
    const { texts, injected } = await frame.evaluate(readFrame);
    for (const each of injected) attacks.push(`creates ${each} on ${name}`);
    for (const [field, { texts: hostileTexts }] of written) {
      const forms = [...hostileTexts].flatMap(formsOf);
      if (!forms.some((form) => texts.includes(form))) continue;
      sightings.set(field, (sightings.get(field) ?? new Set()).add(name));
    }
  }
  /** Records the texts that a page shows, in all its frames. */
  const look: Look = async (name) => {
    for (const frame of page.frames()) await lookAt(frame, name);
  };
  return { page, pageErrors, attacks, sightings, look };
});
