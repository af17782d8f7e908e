import * as fs from "node:fs";
import * as path from "node:path";

import { decodeDocument } from "../../packages/web/reference/operations.ts";
import { secretsTemplate, valuesSchema } from "../deploy/chart_settings.ts";
import { ROOT } from "../docs/page_parts.ts";
import { brunoCollection, COLLECTION } from "./bruno.ts";
import { cliPages } from "./cli.ts";
import { documentWith } from "./document.ts";
import type { Examples } from "./examples/example_file.ts";
import { guidesWithFields } from "./field_tables.ts";
import { formatPage } from "./markdown.ts";
import { PAGES, referencePages } from "./reference_pages.ts";
import { ENV_EXAMPLE, envExample } from "./settings.ts";
import { templateSchemas } from "./template_schema.ts";

/** A file that is generated: its path from the root of the repository, and its text. */
export interface GeneratedFile {
  readonly name: string;
  readonly text: string;
}

/** The OpenAPI document that servers serve. */
export const DOCUMENT = "packages/http/openapi.json";

/** Every file that is generated from the API, its examples, the CLI and the settings. */
export async function generatedFiles(examples: Examples): Promise<ReadonlyArray<GeneratedFile>> {
  const document = documentWith(examples);
  const openApiDocument = decodeDocument(document);
  const pages = [...referencePages(openApiDocument), ...(await cliPages())];
  return [
    { name: DOCUMENT, text: `${JSON.stringify(document, null, 2)}\n` },
    ...(await formatPages(pages, "always")),
    ...(await formatPages([...guidesWithFields(openApiDocument), valuesSchema()], "preserve")),
    ...brunoCollection(openApiDocument),
    { name: ENV_EXAMPLE, text: envExample() },
    secretsTemplate,
    ...templateSchemas(),
  ];
}

const formatPages = (pages: ReadonlyArray<GeneratedFile>, proseWrap: "always" | "preserve") =>
  Promise.all(
    pages.map(async ({ name, text }) => ({
      name,
      text: await formatPage({ name, text, proseWrap }),
    })),
  );

/** The folders of generated files, and the files in them that are not generated. */
const FOLDERS = [COLLECTION, PAGES];
const HANDWRITTEN_FILES = new Set([`${PAGES}/index.md`]);

/** Files in the folders of generated files that are no longer generated. */
export function outdatedFiles(files: ReadonlyArray<GeneratedFile>): ReadonlyArray<string> {
  const current = new Set(files.map(({ name }) => name));
  return FOLDERS.flatMap((folder) =>
    fs
      .globSync(`${folder}/**/*.*`, { cwd: ROOT })
      .filter((name) => !current.has(name) && !HANDWRITTEN_FILES.has(name)),
  );
}

/** Writes generated files, and removes those that are no longer generated. */
export function writeFiles(files: ReadonlyArray<GeneratedFile>): void {
  for (const name of outdatedFiles(files)) fs.rmSync(path.join(ROOT, name));
  for (const { name, text } of files) {
    const file = path.join(ROOT, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}
