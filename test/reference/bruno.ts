import { exampleHeaders, exampleOf, schemesOf } from "../../packages/web/reference/curl.ts";
import {
  type OpenApiDocument,
  type Operation,
  publicTags,
} from "../../packages/web/reference/operations.ts";
import { prettyJson } from "../../packages/web/reference/pretty_json.ts";
import type { GeneratedFile } from "./generated_files.ts";

/** The folder of the collection. */
export const COLLECTION = "examples/bruno";

/** The variables with the credentials of security schemes; that of a project key is `apiKey`. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  projectKey: "apiKey",
  keyOrSession: "apiKey",
  accountKey: "accountKey",
  adminKey: "adminKey",
  sessionToken: "sessionToken",
};

/** A collection for Bruno: a folder for each tag, with a file for each operation. */
export function brunoCollection(document: OpenApiDocument): ReadonlyArray<GeneratedFile> {
  const requests = publicTags(document).flatMap(({ name: tag, operations }) =>
    operations.map((operation, index) => ({
      name: `${COLLECTION}/${tag}/${operation.operationId}.bru`,
      text: requestFile(operation, index + 1),
    })),
  );
  const settings = { version: "1", name: "Paraph", type: "collection" };
  const credentials = [...new Set(Object.values(CREDENTIALS))];
  const environment = [
    section("vars", { url: "http://127.0.0.1:3000" }),
    `vars:secret [\n${credentials.map((name) => `  ${name}`).join(",\n")}\n]\n`,
  ];
  return [
    { name: `${COLLECTION}/bruno.json`, text: `${JSON.stringify(settings, null, 2)}\n` },
    { name: `${COLLECTION}/environments/Local.bru`, text: environment.join("\n") },
    ...requests,
  ];
}

function requestFile(operation: Operation, seq: number): string {
  const { summary, method, path, parameters, requestBody, description } = operation;
  const body = exampleOf(requestBody?.content);
  const [scheme = ""] = schemesOf(operation);
  const credential = CREDENTIALS[scheme];
  const values = (place: string) =>
    Object.fromEntries(
      parameters
        .filter(({ in: where, example }) => where === place && example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    );
  const query = values("query");
  const pathValues = values("path");
  const search = new URLSearchParams(query).toString();
  const url = `{{url}}${pathOf(path, pathValues)}${search === "" ? "" : `?${search}`}`;
  const headers = {
    ...Object.fromEntries(exampleHeaders(operation)),
    ...(scheme === "sessionToken" ? { Origin: "https://app.acme.example" } : {}),
  };
  return [
    section("meta", { name: summary, type: "http", seq: String(seq) }),
    section(method.toLowerCase(), {
      url,
      body: body === undefined ? "none" : "json",
      auth: credential === undefined ? "none" : "bearer",
    }),
    section("params:query", query),
    section(
      "params:path",
      Object.fromEntries(Object.entries(pathValues).filter(([name]) => url.includes(`/:${name}`))),
    ),
    section("headers", headers),
    credential === undefined ? "" : section("auth:bearer", { token: `{{${credential}}}` }),
    body === undefined ? "" : text("body:json", prettyJson(body)),
    description === undefined ? "" : text("docs", description),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** A path with parameters in the form of Bruno, which are whole segments. */
const pathOf = (path: string, values: Readonly<Record<string, string>>) =>
  path
    .replaceAll(/\{(\w+)\}(?=\/|$)/g, ":$1")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** A block of names and values; nothing without any. */
function section(name: string, values: Readonly<Record<string, string>>): string {
  const entries = Object.entries(values);
  return entries.length === 0
    ? ""
    : `${name} {\n${entries.map(([key, value]) => `  ${key}: ${value}`).join("\n")}\n}\n`;
}

const text = (name: string, content: string) =>
  `${name} {\n${content.replaceAll(/^/gm, "  ").replaceAll(/ +$/gm, "")}\n}\n`;
