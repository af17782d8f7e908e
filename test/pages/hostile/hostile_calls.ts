import { assert } from "@effect/vitest";
import { Effect } from "effect";

import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { callAs } from "../../../packages/http/_testing/embedding.ts";
import { hostile } from "./hostile_texts.ts";

/** Hostile texts for the fields of an operation, by their paths. */
export const textsOf =
  (operation: string) =>
  (path: string, limit?: number): string =>
    hostile(`${operation} ${path}`, limit);

/** A manifest with hostile texts. */
export function manifestOf(operation: string) {
  const text = textsOf(operation);
  return {
    variables: [
      {
        key: "customer.name",
        label: text("manifest.variables[].label"),
        description: text("manifest.variables[].description"),
        format: text("manifest.variables[].format"),
        dataType: "text",
        previewData: text("manifest.variables[].previewData"),
      },
    ],
    loops: [
      {
        key: "items",
        label: text("manifest.loops[].label"),
        description: text("manifest.loops[].description"),
        itemFields: [
          {
            key: "title",
            label: text("manifest.loops[].itemFields[].label"),
            format: text("manifest.loops[].itemFields[].format"),
            dataType: "text",
          },
        ],
        previewData: [{ title: text("manifest.loops[].previewData") }],
      },
    ],
  };
}

/** A call that must succeed. */
export const call = Effect.fnUntraced(function* (
  key: string,
  method: string,
  path: string,
  json?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = yield* callAs(key, method, path, json, headers);
  assert.isBelow(response.status, 300, `${method} ${path} ${response.text}`);
  return response.text.startsWith("{") ? fieldsOf(response) : {};
});

/** A browser that calls itself hostile. */
export const AGENT = { "user-agent": hostile("header user-agent") };
