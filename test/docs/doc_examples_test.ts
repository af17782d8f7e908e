import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { assert, describe, it } from "@effect/vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BLOCK = /```ts\n(.*?)```/gs;

interface Example {
  /** The file and the number of the block in it. */
  readonly name: string;
  readonly code: string;
}

/** The `ts` blocks of a file's doc comments. Markdown has a separate test. */
function examplesIn(file: string): ReadonlyArray<Example> {
  const text = fs.readFileSync(path.join(ROOT, file), "utf8");
  const prose = text.replaceAll(/^ *\* ?/gm, "");
  // Code private to a package imports its own file.
  const directory = path.join(ROOT, path.dirname(file));
  return [...prose.matchAll(BLOCK)].map(([, code = ""], index) => ({
    name: `${file}#${index + 1}`,
    code: code.replaceAll('from "./', `from "${directory}/`),
  }));
}

function* sources(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* sources(file);
    else if (entry.name.endsWith(".ts") && !entry.name.endsWith("_test.ts")) yield file;
  }
}

/** Runs examples in one new process, each as a separate module; returns the names of those that fail. */
async function failuresOf(examples: ReadonlyArray<Example>): Promise<string> {
  // Inside the repository, so that an example imports its packages as a user would.
  const folder = fs.mkdtempSync(path.join(ROOT, "test", ".doc_examples_"));
  try {
    const imports = examples.map(({ name, code }, index) => {
      fs.writeFileSync(path.join(folder, `${index}.ts`), code);
      return `await import("./${index}.ts").catch((cause) => console.log(${JSON.stringify(name)}, cause));`;
    });
    const main = path.join(folder, "main.ts");
    fs.writeFileSync(main, imports.join("\n"));
    const { stdout } = await promisify(execFile)(process.execPath, [main], { maxBuffer: 2 ** 24 });
    return stdout;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

describe("examples in doc comments", () => {
  const examples = [...sources("packages")].flatMap(examplesIn);

  it("hold", async () => {
    assert.isAbove(examples.length, 20);
    assert.strictEqual(await failuresOf(examples), "");
  });

  it("reports an example that fails", async () => {
    const wrong = { name: "wrong", code: `import assert from "node:assert";\nassert.equal(1, 2);` };
    assert.include(await failuresOf([wrong]), "wrong AssertionError");
  });
});
