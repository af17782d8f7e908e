import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { SETTINGS, variableOf } from "@paraph/app/settings";
import { METRICS, VERSION } from "@paraph/core/telemetry";
import { stringify } from "yaml";

import { CONSOLE_ROUTES } from "../../packages/http/console/console_routes.ts";
import { DOCS, OPENAPI } from "../../packages/http/reference/reference_route.ts";
import { ASSETS } from "../../packages/web/kit/page_assets.ts";
import {
  CHART,
  chartFields,
  defaultValues,
  isMap,
  parseResources,
  readYaml,
  renderChart,
  type Resource,
  ROOT,
  valuesSchema,
} from "./chart.ts";
import { MANAGED } from "./chart_settings.ts";
import { print } from "./go_template/functions.ts";
import type { Value } from "./go_template/syntax.ts";
import { KINDS, resourceProblems } from "./kubernetes_schemas.ts";
import { BUCKET, CASES, VOLUME } from "./values_cases.ts";

/** The value at a path such as `spec.template`. */
function at(value: Value, place: string): Value {
  let current = value;
  for (const name of place.split(".")) {
    if (Array.isArray(current)) current = current[Number(name)];
    else current = isMap(current) ? current[name] : undefined;
  }
  return current;
}

const items = (value: Value): ReadonlyArray<Value> => (Array.isArray(value) ? value : []);
const names = (value: Value): ReadonlyArray<string> => (isMap(value) ? Object.keys(value) : []);

const find = (resources: ReadonlyArray<Resource>, kind: string, template = "") =>
  resources.find(({ fields, template: from }) => fields["kind"] === kind && from.includes(template))
    ?.fields;

/** The template of the pods of a resource. */
const podOf = ({ fields }: Resource): Value =>
  fields["kind"] === "Pod" ? fields : at(fields, "spec.template");

const withPods = (resources: ReadonlyArray<Resource>) =>
  resources.filter((resource) => at(podOf(resource), "spec.containers") !== undefined);

const DOCUMENTED = Object.keys(SETTINGS).map(variableOf);

describe.each(Object.entries(CASES))("the Helm chart with %s", (_, values) => {
  const { resources, notes } = renderChart(values);

  it("has resources that Kubernetes accepts, with distinct names", () => {
    for (const { fields, template } of resources) {
      assert.deepStrictEqual(resourceProblems(fields), [], template);
    }
    const keys = resources.map(
      ({ fields }) => `${print(fields["kind"])} ${print(at(fields, "metadata.name"))}`,
    );
    // The Secret and the Job of migrations have names of their own.
    assert.strictEqual(new Set(keys).size, keys.length);
    assert.match(notes, /paraph doctor$/m);
  });

  it("restricts all pods", () => {
    const resourcesWithPods = withPods(resources);
    assert.isAtLeast(resourcesWithPods.length, 3);
    for (const resource of resourcesWithPods) {
      const pod = at(podOf(resource), "spec");
      assert.strictEqual(at(pod, "securityContext.runAsNonRoot"), true);
      assert.strictEqual(at(pod, "securityContext.seccompProfile.type"), "RuntimeDefault");
      assert.strictEqual(at(pod, "automountServiceAccountToken"), false);
      assert.strictEqual(at(pod, "enableServiceLinks"), false);
      const container = at(pod, "containers.0");
      assert.deepStrictEqual(at(container, "securityContext"), {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      assert.isDefined(at(container, "resources.limits.memory"));
      const volumes = items(at(pod, "volumes")).map((volume) => at(volume, "name"));
      for (const mount of items(at(container, "volumeMounts")))
        assert.include(volumes, at(mount, "name"));
    }
  });

  it("selects its own pods", () => {
    for (const resource of resources.filter(({ fields }) => fields["kind"] === "Deployment")) {
      const labels = at(podOf(resource), "metadata.labels");
      const selector = at(resource.fields, "spec.selector.matchLabels");
      assert.isTrue(isMap(labels) && isMap(selector));
      if (isMap(labels) && isMap(selector)) assert.include(labels, selector);
    }
  });

  it("has no secret outside of Secrets", () => {
    const secrets = isMap(values["secrets"]) ? Object.values(values["secrets"]) : [];
    for (const { fields } of resources.filter(({ fields }) => fields["kind"] !== "Secret")) {
      const text = JSON.stringify(fields);
      for (const secret of secrets) assert.notInclude(text, JSON.stringify(secret));
    }
  });

  it.skipIf(spawnSync("helm", ["version"]).status !== 0)("renders as Helm does", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-chart-"));
    try {
      const file = path.join(folder, "values.yaml");
      fs.writeFileSync(file, stringify(values));
      const args = ["template", "paraph", CHART, "--namespace", "paraph", "--values", file];
      const { stdout, stderr } = spawnSync("helm", args, { encoding: "utf8" });
      assert.strictEqual(stderr, "");
      assert.sameDeepMembers(
        [...parseResources(stdout)],
        resources.map(({ fields }) => fields),
      );
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});

describe("the Helm chart", () => {
  const { resources } = renderChart(BUCKET);
  const server = find(resources, "Deployment", "server");
  const worker = find(resources, "Deployment", "worker");
  const container = "spec.template.spec.containers.0";

  it("has every kind in some case", () => {
    const kinds = Object.values(CASES)
      .flatMap((values) => renderChart(values).resources)
      .map(({ fields }) => fields["kind"]);
    assert.sameMembers(
      [...new Set(kinds)],
      KINDS.map(({ kind }) => kind),
    );
  });

  it("has the version of the release", () => {
    assert.strictEqual(chartFields["appVersion"], VERSION);
    assert.strictEqual(chartFields["version"], VERSION);
  });

  it("migrates with the pool mode of the servers", () => {
    const { resources: pooled } = renderChart({
      ...BUCKET,
      config: { PUBLIC_URL: "https://paraph.example.com", DATABASE_POOL_MODE: "transaction" },
    });
    assert.deepInclude(at(find(pooled, "Job"), `${container}.env`), {
      name: "DATABASE_POOL_MODE",
      value: "transaction",
    });
  });

  it("runs the commands and the port of the image, and leaves time to stop", () => {
    assert.deepStrictEqual(at(server, `${container}.args`), ["serve", "--no-worker"]);
    assert.deepStrictEqual(at(worker, `${container}.args`), ["worker"]);
    assert.deepStrictEqual(at(find(resources, "Job"), `${container}.args`), ["migrate"]);
    const dockerfile = fs.readFileSync(path.join(ROOT, "Dockerfile"), "utf8");
    const port = at(server, `${container}.ports.0.containerPort`);
    assert.include(dockerfile, `PORT=${print(port)} `);
    for (const [probe, route] of [
      ["startupProbe", "/healthz"],
      ["livenessProbe", "/healthz"],
      ["readinessProbe", "/readyz"],
    ] as const)
      assert.strictEqual(at(server, `${container}.${probe}.httpGet.path`), route);
    const grace = "spec.template.spec.terminationGracePeriodSeconds";
    const pause = Number(at(defaultValues, "server.preStopSeconds"));
    assert.isAtLeast(Number(at(server, grace)), pause + 32);
    assert.isAtLeast(Number(at(worker, grace)), 32);
  });

  it("accepts every environment variable in one place, and secrets not in the ConfigMap", () => {
    const config = names(at(valuesSchema, "properties.config.properties"));
    const secrets = names(at(valuesSchema, "properties.secrets.properties"));
    assert.sameMembers([...config, ...secrets, ...MANAGED], DOCUMENTED);
    for (const name of config) assert.notMatch(name, /KEY|SECRET|PASSWORD|TOKEN|HEADERS/);
    const references = items(at(server, `${container}.env`))
      .filter((variable) => at(variable, "valueFrom.secretKeyRef") !== undefined)
      .map((variable) => [at(variable, "name"), at(variable, "valueFrom.secretKeyRef.key")]);
    assert.sameDeepMembers(
      references,
      secrets.map((name) => [name, name]),
    );
    for (const name of ["config", "secrets"]) {
      assert.throws(() => renderChart({ ...BUCKET, [name]: { DATABASE_UR: "x" } }), /DATABASE_UR/);
    }
  });

  it("needs the secrets that all pods must share", () => {
    const required = (values: Value) =>
      items(at(find(renderChart(values).resources, "Deployment", "server"), `${container}.env`))
        .filter((variable) => {
          const reference = at(variable, "valueFrom.secretKeyRef");
          return reference !== undefined && at(reference, "optional") !== true;
        })
        .map((variable) => at(variable, "name"));
    assert.deepStrictEqual(required(VOLUME), ["DATABASE_URL"]);
    assert.sameMembers(
      [...required(BUCKET)],
      ["DATABASE_URL", "EMBED_SIGNING_KEY", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
    );
  });

  it.each([
    ["image.repository", { ...BUCKET, image: {} }],
    ["config.PUBLIC_URL", { ...BUCKET, config: {} }],
    ["existingSecret", { ...BUCKET, existingSecret: "" }],
    ["not both", { ...BUCKET, secrets: VOLUME.secrets }],
    ["storage.url", { ...BUCKET, storage: {} }],
    ["not both", { ...BUCKET, storage: { ...BUCKET.storage, volume: { enabled: true } } }],
    ["signing.existingSecret", { ...BUCKET, signing: {} }],
    ["secrets.EMBED_SIGNING_KEY", { ...BUCKET, existingSecret: "", secrets: VOLUME.secrets }],
    ["serverAddress", { ...BUCKET, worker: { autoscaling: { enabled: true } } }],
  ])("fails with advice: %s", (message, values) => {
    assert.throws(() => renderChart(values), message);
  });

  it("scales workers by an existing metric", () => {
    const scaled = renderChart(CASES["KEDA and the Prometheus Operator"]).resources;
    const query = print(at(find(scaled, "ScaledObject"), "spec.triggers.0.metadata.query"));
    assert.strictEqual(
      query,
      `sum(max by (queue) (${METRICS.queueJobs.metric.id}{namespace="paraph",service="${print(
        at(find(scaled, "Service"), "metadata.name"),
      )}"}))`,
    );
    assert.isUndefined(at(find(scaled, "Deployment", "worker"), "spec.replicas"));
    const external = renderChart(CASES["an external metric"]).resources;
    assert.strictEqual(
      at(find(external, "HorizontalPodAutoscaler"), "spec.metrics.0.external.metric.name"),
      METRICS.queueJobs.metric.id,
    );
  });

  it("publishes every route except /metrics", () => {
    const document: { readonly paths: object } = JSON.parse(
      fs.readFileSync(path.join(ROOT, "packages/http/openapi.json"), "utf8"),
    );
    const pages = [ASSETS, DOCS, OPENAPI, ...Object.keys(CONSOLE_ROUTES)];
    const routes = [...Object.keys(document.paths), ...pages];
    const prefixes = new Set(routes.map((route) => `/${route.split("/")[1] ?? ""}`));
    assert.isTrue(prefixes.delete("/metrics"));
    assert.sameMembers(items(at(defaultValues, "ingress.paths")).map(print), [...prefixes]);
  });

  it("accepts the values of the documentation", () => {
    const page = fs.readFileSync(path.join(ROOT, "docs/self-hosting/kubernetes.md"), "utf8");
    const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].flatMap(([, text = ""]) => {
      const values = readYaml(text);
      return names(values).every((name) => name in defaultValues) ? [values] : [];
    });
    assert.lengthOf(blocks, 3);
    for (const values of blocks) {
      const hasVolume = at(values, "storage.volume.enabled") === true;
      assert.isNotEmpty(renderChart({ ...(hasVolume ? VOLUME : BUCKET), ...values }).resources);
    }
  });

  it("trusts one proxy with an Ingress, unless TRUST_PROXY is set", () => {
    const proxies = (values: Value) =>
      at(find(renderChart(values).resources, "ConfigMap"), "data.TRUST_PROXY");
    assert.isUndefined(proxies(BUCKET));
    assert.strictEqual(proxies({ ...BUCKET, ingress: { enabled: true } }), "1");
    assert.strictEqual(proxies(CASES["every option with a volume"]), "2");
  });
});
