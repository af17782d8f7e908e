import type { LoopDefinition, Manifest } from "@paraph/core/manifests";

import { TEXTS } from "../texts.ts";

/** Sample data that the user wrote. */
export type SampleText =
  | { readonly kind: "data"; readonly data: Readonly<Record<string, unknown>> | undefined }
  | { readonly kind: "wrong"; readonly message: string };

/** Parses sample data; an empty text is no data. */
export function parseSample(text: string): SampleText {
  if (text.trim() === "") return { kind: "data", data: undefined };
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== "object" || data === null || Array.isArray(data)) {
      return { kind: "wrong", message: TEXTS.sample.notObject };
    }
    return { kind: "data", data: { ...data } };
  } catch (error) {
    return { kind: "wrong", message: whereIn(text, error) };
  }
}

/** Returns data with an empty or example value for each key of a manifest. */
export function outlineOf({ variables, loops }: Manifest): string {
  const data: Record<string, unknown> = {};
  for (const { key, dataType, previewData } of variables) {
    put(data, key.split("."), previewData ?? emptyOf(dataType));
  }
  for (const loop of loops) data[loop.key] = outlineOfRows(loop);
  return JSON.stringify(data, undefined, 2);
}

function outlineOfRows({ itemFields, loops = [], previewData }: LoopDefinition): unknown {
  const row: Record<string, unknown> = {};
  for (const item of itemFields) put(row, item.key.split("."), emptyOf(item.dataType));
  for (const nested of loops) row[nested.key] = outlineOfRows(nested);
  return previewData ?? [row];
}

function put(into: Record<string, unknown>, path: ReadonlyArray<string>, value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const existing = into[name];
  const group = typeof existing === "object" && existing !== null ? { ...existing } : {};
  into[name] = group;
  put(group, rest, value);
}

function emptyOf(dataType: string): unknown {
  if (dataType === "number" || dataType === "currency") return 0;
  if (dataType === "date") return "2027-01-31";
  if (dataType === "datetime") return "2027-01-31T12:00:00Z";
  return dataType === "boolean" ? true : "";
}

/** Browsers use different messages for the position of a JSON error. */
function whereIn(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const line = /line (\d+) column (\d+)/.exec(message);
  if (line !== null) return TEXTS.sample.notJson(Number(line[1]), Number(line[2]));
  const position = /position (\d+)/.exec(message);
  if (position === null) return TEXTS.sample.notJsonAnywhere;
  const before = text.slice(0, Number(position[1])).split("\n");
  return TEXTS.sample.notJson(before.length, (before.at(-1)?.length ?? 0) + 1);
}
