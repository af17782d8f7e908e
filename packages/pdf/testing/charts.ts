import { readFileSync } from "node:fs";

const read = (name: string) =>
  readFileSync(new URL(`./charts/${name}.svg`, import.meta.url), "utf8");

/** Charts in the style of the programs that write them, and a drawing with every effect. */
export const CHARTS = {
  d3: read("d3"),
  echarts: read("echarts"),
  vega: read("vega"),
  mermaid: read("mermaid"),
  matplotlib: read("matplotlib"),
  effects: read("effects"),
} as const;
