import { assert } from "@effect/vitest";

/** A sample with its labels. */
interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of one metric. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: ReadonlyArray<Sample>;
}

const SAMPLE =
  /^([a-zA-Z_][a-zA-Z0-9_]*)(?:\{(.*)\})? (NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/u;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/uy;
const SUFFIXES = { histogram: /_(?:bucket|sum|count)$/u };

/** Parses the text format as strictly as Prometheus does. */
export function readPrometheus(text: string): ReadonlyMap<string, Family> {
  assert.isTrue(text.endsWith("\n"));
  const families = new Map<string, Family & { readonly samples: Array<Sample> }>();
  let help: readonly [string, string] | undefined;
  let family: (Family & { readonly samples: Array<Sample> }) | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/u.exec(line) ?? [];
    if (keyword === "HELP") help = [name, rest];
    else if (keyword === "TYPE") {
      assert.strictEqual(help?.[0], name, "HELP is before TYPE");
      assert.include(["counter", "gauge", "histogram"], rest);
      assert.isFalse(families.has(name), `${name} is declared once`);
      family = { name, type: rest, help: help?.[1] ?? "", samples: [] };
      families.set(name, family);
    } else {
      const sample = readSample(line);
      const base = family?.type === "histogram" ? SUFFIXES.histogram : /$/u;
      assert.strictEqual(sample.name.replace(base, ""), family?.name, line);
      family?.samples.push(sample);
    }
  }
  for (const family of families.values()) check(family);
  return families;
}

function readSample(line: string): Sample {
  const [, name = "", inner = "", value = ""] = SAMPLE.exec(line) ?? assert.fail(line);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inner.length) {
    const [, label = "", text = ""] = LABEL.exec(inner) ?? assert.fail(line);
    assert.notProperty(labels, label, line);
    labels[label] = text;
  }
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}

function check({ name, type, samples }: Family): void {
  assert.isNotEmpty(samples, name);
  const keys = samples.map(
    (sample) => sample.name + JSON.stringify(sample.labels, Object.keys(sample.labels).toSorted()),
  );
  assert.strictEqual(new Set(keys).size, keys.length, `${name} has no duplicate samples`);
  if (type === "counter") assert.match(name, /_total$/u);
  if (type !== "histogram") return;
  const series = Map.groupBy(samples, ({ labels }) => JSON.stringify({ ...labels, le: "" }));
  for (const all of series.values()) {
    const buckets = all.filter((sample) => sample.name.endsWith("_bucket"));
    const bounds = buckets.map(({ labels }) => Number(labels["le"]?.replace("Inf", "Infinity")));
    assert.deepStrictEqual(
      bounds,
      bounds.toSorted((left, right) => left - right),
      name,
    );
    assert.strictEqual(bounds.at(-1), Infinity, name);
    const counts = buckets.map(({ value }) => value);
    assert.deepStrictEqual(
      counts,
      counts.toSorted((left, right) => left - right),
      name,
    );
    assert.strictEqual(counts.at(-1), all.find((sample) => sample.name.endsWith("_count"))?.value);
  }
}
