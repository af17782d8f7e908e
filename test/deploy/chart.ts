import * as fs from "node:fs";
import * as path from "node:path";

import { Ajv, type ErrorObject } from "ajv";
import { parse, parseAllDocuments } from "yaml";

import { execute } from "./go_template/execute.ts";
import { parseFile, type Templates } from "./go_template/parse.ts";
import { TemplateError, type Value } from "./go_template/syntax.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const CHART = path.join(ROOT, "deploy/helm/paraph");

type Fields = { readonly [name: string]: Value };

/** A Kubernetes resource, and the template that it comes from, such as `service.yaml`. */
export interface Resource {
  readonly template: string;
  readonly fields: Fields;
}

/** The rendered chart. */
export interface Rendering {
  readonly resources: ReadonlyArray<Resource>;
  readonly notes: string;
}

const readText = (name: string) => fs.readFileSync(path.join(CHART, name), "utf8");

/** Parses YAML as Helm and Kubernetes do, for whom `yes` is a boolean and 0440 is octal. */
export const readYaml = (text: string): Fields => parse(text, { version: "1.1" });

export const chartFields = readYaml(readText("Chart.yaml"));
export const defaultValues = readYaml(readText("values.yaml"));
export const valuesSchema: Fields = JSON.parse(readText("values.schema.json"));

const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(valuesSchema);

/** Values that override others, as Helm merges them: maps by key, everything else as a whole. */
function mergeValues(base: Value, override: Value): Value {
  if (!isMap(base) || !isMap(override)) return override;
  const merged = Object.fromEntries(
    Object.entries(override).map(([name, value]) => [
      name,
      Object.hasOwn(base, name) ? mergeValues(base[name], value) : value,
    ]),
  );
  return { ...base, ...merged };
}

export const isMap = (value: Value): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const templates: Templates = new Map();
const TEMPLATES = fs
  .globSync("**/*.{tpl,yaml,txt}", { cwd: path.join(CHART, "templates") })
  .toSorted();
for (const name of TEMPLATES) parseFile(name, readText(`templates/${name}`), templates);

/** Renders the chart as `helm template paraph deploy/helm/paraph --namespace paraph --values …` does. */
export function renderChart(overrides: Value): Rendering {
  const values = mergeValues(defaultValues, overrides);
  if (!validate(values)) throw new TemplateError(describeErrors(validate.errors ?? []));
  const data = {
    Values: values,
    Chart: {
      Name: chartFields["name"],
      Version: chartFields["version"],
      AppVersion: chartFields["appVersion"],
    },
    Release: { Name: "paraph", Namespace: "paraph", Service: "Helm" },
  };
  const resources = TEMPLATES.filter((name) => name.endsWith(".yaml")).flatMap((template) =>
    parseResources(execute(templates, template, data)).map((fields) => ({ template, fields })),
  );
  return { resources, notes: execute(templates, "NOTES.txt", data) };
}

/** The resources of a file. Fails on duplicate keys and other mistakes of YAML. */
export function parseResources(text: string): ReadonlyArray<Fields> {
  return parseAllDocuments(text, { version: "1.1", strict: true }).flatMap((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) throw new TemplateError(error.message);
    const fields: Value = document.toJS();
    return isMap(fields) ? [fields] : [];
  });
}

const describeErrors = (errors: ReadonlyArray<ErrorObject>) =>
  errors
    .map(({ instancePath, message, params }) =>
      [instancePath, message ?? "", JSON.stringify(params)].join(" "),
    )
    .join("\n");
