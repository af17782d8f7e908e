import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Schema } from "effect";

import { PREBUILT_DIR } from "./built_files.ts";

const prebuilt = join(PREBUILT_DIR, "pdfjs");

/** The folder of pdf.js: prebuilt, or its installed package. */
export const PDFJS = existsSync(prebuilt)
  ? prebuilt
  : dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")));

/** The version of pdf.js. */
export const PDFJS_VERSION = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ version: Schema.String })),
)(readFileSync(join(PDFJS, "package.json"), "utf8")).version;

/** The worker script, in the legacy build, because phones keep their browsers for years. */
export const PDFJS_WORKER = "legacy/build/pdf.worker.min.mjs";

/** The folders of files that it fetches when a document needs them. */
export const PDFJS_FOLDERS = ["cmaps", "standard_fonts", "iccs", "wasm"];
