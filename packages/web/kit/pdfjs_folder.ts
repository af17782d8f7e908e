import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Schema } from "effect";

import { PREBUILT_DIR } from "./built_files.ts";

const brought = join(PREBUILT_DIR, "pdfjs");

/** Where pdf.js lies: in what the package has brought along, or where it is installed. */
export const PDFJS = existsSync(brought)
  ? brought
  : dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")));

/** Its release. */
export const PDFJS_VERSION = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ version: Schema.String })),
)(readFileSync(join(PDFJS, "package.json"), "utf8")).version;

/** Reads PDFs on a thread. Not the newest build: phones keep their browsers for years. */
export const PDFJS_WORKER = "legacy/build/pdf.worker.min.mjs";

/** What it fetches when a document needs it. */
export const PDFJS_FOLDERS = ["cmaps", "standard_fonts", "iccs", "wasm"];
