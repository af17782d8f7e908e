import * as fs from "node:fs";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { Ajv } from "ajv";

import { ROOT } from "../docs/page_parts.ts";
import { readExamples } from "./examples/example_file.ts";
import { DOCUMENT, generatedFiles, outdatedFiles } from "./generated_files.ts";
import { PAGES } from "./reference_pages.ts";

const FILES = await generatedFiles(readExamples());
const readText = (name: string) => fs.readFileSync(path.join(ROOT, name), "utf8");

describe("generated files", () => {
  for (const { name, text } of FILES) {
    it(`${name} is current: if not, run \`npm run reference\``, () => {
      assert.isTrue(readText(name) === text);
    });
  }
});

describe("the sidebar of the documentation", () => {
  it("has every page of the reference", () => {
    const config = readText("docs/.vitepress/config.ts");
    for (const { name } of FILES.filter((file) => file.name.startsWith(`${PAGES}/`))) {
      assert.include(config, `"${name.replace(/^docs(.*)\.md$/, "$1")}"`);
    }
  });
});

describe("folders of generated files", () => {
  it("have no outdated files: if they have, run `npm run reference`", () => {
    assert.deepStrictEqual(outdatedFiles(FILES), []);
  });
});

describe("the schema of templates", () => {
  const validate = new Ajv({ strictTypes: false }).compile(
    JSON.parse(readText("packages/core/template.schema.json")),
  );
  const templates = fs.globSync("examples/**/template.json", { cwd: ROOT });

  it.each(templates)("accepts %s", (name) => {
    assert.isTrue(validate(JSON.parse(readText(name))), JSON.stringify(validate.errors));
  });

  it("rejects wrong settings, also inside sections", () => {
    const box = { name: "a", position: { x: 0, y: 0 }, width: 10, height: 10 };
    const withField = (field: object) => ({
      name: "Letter",
      manifest: { variables: [], loops: [] },
      layout: { basePdf: "file:a.pdf", schemas: [[{ ...box, ...field }]] },
    });
    const section = (field: object) => ({ type: "section", fields: [{ ...box, ...field }] });
    assert.isTrue(validate(withField(section({ type: "text", fontSize: 9 }))));
    for (const field of [
      { type: "text", fontSize: "9" },
      { type: "hologram" },
      { type: "table", cells: { photo: 1 } },
      { type: "table", totals: { columns: { amount: "all" } } },
    ]) {
      assert.isFalse(validate(withField(field)));
      assert.isFalse(validate(withField(section(field))));
    }
  });
});

describe("the OpenAPI document", () => {
  it("has no problem that Spectral finds", async () => {
    const spectral = new Spectral();
    spectral.setRuleset(new Ruleset({ extends: [oas] }));
    const problems = await spectral.run(readText(DOCUMENT));
    assert.deepStrictEqual(
      problems.map(({ code, path, message }) => `${code} at ${path.join(".")}: ${message}`),
      [],
    );
  });
});
