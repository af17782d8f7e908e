import * as fs from "node:fs";
import * as path from "node:path";

import { stringify } from "yaml";

import { isMap, readYaml, renderChart, ROOT } from "./chart.ts";
import type { Value } from "./go_template/syntax.ts";

/** The folder of the plain manifests, and of the values from which they are rendered. */
const MANIFESTS = "deploy/kubernetes";
const VALUES = "values.yaml";

/** A file of plain manifests. */
interface Manifest {
  /** From the root of the repository. */
  readonly name: string;
  readonly text: string;
}

/** Labels and annotations that only Helm uses. */
const isOfHelm = (name: string) =>
  name.startsWith("helm.sh/") || name === "app.kubernetes.io/managed-by";

/** A value without the labels and annotations of Helm. */
function withoutHelm(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutHelm);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).flatMap(([name, member]): Array<[string, Value]> => {
    if (isOfHelm(name)) return [];
    const inner = withoutHelm(member);
    // All of the annotations may be Helm's.
    return name === "annotations" && isMap(inner) && Object.keys(inner).length === 0
      ? []
      : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

/** Quoted where YAML 1.1, which Kubernetes reads, would see another type than a string. */
const toText = (value: Value) => stringify(value, { version: "1.1", lineWidth: 0 });

const COMMENT =
  "# Rendered from deploy/helm/paraph by `npm run manifests`. Change it with an overlay.\n";

/** The chart as plain manifests, a file for each template, and a list of them for Kustomize. */
export function plainManifests(): ReadonlyArray<Manifest> {
  const values = readYaml(fs.readFileSync(path.join(ROOT, MANIFESTS, VALUES), "utf8"));
  const resources = renderChart(values).resources.filter(
    ({ template }) => !template.startsWith("tests/"),
  );
  const files = Map.groupBy(resources, ({ template }) => template);
  const manifests = [...files].map(([name, group]) => ({
    name,
    text: group.map(({ fields }) => toText(withoutHelm(fields))).join("---\n"),
  }));
  const list = toText({
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources: manifests.map(({ name }) => name),
  });
  return [...manifests, { name: "kustomization.yaml", text: list }].map(({ name, text }) => ({
    name: `${MANIFESTS}/${name}`,
    text: `${COMMENT}${text}`,
  }));
}

/** Files in the folder that the chart does not render. */
export function outdatedManifests(manifests: ReadonlyArray<Manifest>): ReadonlyArray<string> {
  const current = new Set([`${MANIFESTS}/${VALUES}`, ...manifests.map(({ name }) => name)]);
  return fs.globSync(`${MANIFESTS}/**/*.*`, { cwd: ROOT }).filter((name) => !current.has(name));
}
