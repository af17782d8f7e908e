/** Renders the cases of the corpus that its arguments name, and prints the hashes of the files. */
import { createHash } from "node:crypto";

import { checkInputData } from "@paraph/core/manifests";
import { Result } from "effect";

import { compileLayout } from "../../packages/pdf/compile/compile_layout.ts";
import { renderDocument } from "../../packages/pdf/render_document.ts";
import { CORPUS } from "./corpus/cases.ts";

const hashes: Array<string> = [];
for (const name of process.argv.slice(2)) {
  const testCase = CORPUS.find((each) => each.name === name);
  if (testCase === undefined) throw new Error(`There is no ${name}`);
  const { layout, manifest } = testCase;
  const template = await compileLayout({ layout, manifest, title: "Corpus" });
  const data = Result.getOrThrow(checkInputData(manifest, testCase.data));
  const { bytes } = await renderDocument(template, data, new Map());
  hashes.push(createHash("sha256").update(bytes).digest("hex"));
}
process.stdout.write(JSON.stringify(hashes));
