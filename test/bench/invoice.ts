import * as fs from "node:fs";
import * as path from "node:path";

import type { Layout } from "@paraph/core/layouts";
import { checkInputData, Manifest } from "@paraph/core/manifests";
import { Result, Schema } from "effect";

const FOLDER = path.join(import.meta.dirname, "../../examples/invoice");
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(FOLDER, file), "utf8"));

/** The invoice of the examples, as it is published. */
export const TEMPLATE: { readonly manifest: unknown; readonly layout: Layout } =
  read("template.json");

/** The data of the examples' invoice, as it is submitted. */
export const DATA: Readonly<Record<string, unknown>> = read("data.json");

const manifest = Schema.decodeUnknownSync(Manifest)(TEMPLATE.manifest);

/** The invoice as the engine gets it. */
export const DRAWING = {
  manifest,
  layout: TEMPLATE.layout,
  data: Result.getOrThrow(checkInputData(manifest, DATA)),
};
