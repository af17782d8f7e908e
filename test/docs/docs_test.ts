import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";

import { assert, describe, it, layer } from "@effect/vitest";
import { Effect } from "effect";

import { documentedServer, DocumentedServer } from "./documented_server.ts";
import { type Page, parsePage, readPages, ROOT } from "./page_parts.ts";
import { checkForms, type Failure, runPage, runsOf, writePrograms } from "./page_run.ts";
import { difference } from "./printed.ts";
import { brokenReferences } from "./references.ts";
import { verificationCases } from "./webhook_cases.ts";
import { isInstalled, LANGUAGES, verifyWith } from "./webhook_verifiers.ts";

const PAGES = readPages();

/** The guide that verifies deliveries in several languages. */
const WEBHOOKS = "docs/guides/webhooks.md";

/** The time limit of a page, in milliseconds. Pages wait for their turn on a busy machine. */
const TIMEOUT_MILLIS = 300_000;

/** A position that editors and terminals make clickable. */
const formatFailures = ({ name }: Page, failures: ReadonlyArray<Failure>) =>
  failures.map(({ line, reason }) => `${name}:${line} ${reason}`).join("\n");

/** A page's folder below that of all of them. */
const folderOf = (page: Page, folder: string) =>
  path.join(folder, page.name.replaceAll(/[^\w.]/g, "_"));

/** The compiler's messages for modules, with the options of the repository. */
async function compilerErrors(files: ReadonlyArray<string>, folder: string): Promise<string> {
  const config = path.join(folder, "tsconfig.json");
  // Imported sources without types: published packages have declarations.
  const include = [`${ROOT}/packages/pdf/**/*.d.ts`];
  fs.writeFileSync(config, JSON.stringify({ extends: `${ROOT}/tsconfig.json`, files, include }));
  const tsc = path.join(ROOT, "node_modules/typescript/bin/tsc");
  const run = promisify(execFile)(process.execPath, [tsc, "--noEmit", "-p", config], { cwd: ROOT });
  return run.then(
    () => "",
    (error: { readonly stdout: string }) => error.stdout,
  );
}

/** The same messages with pages and their lines in place of the generated modules. */
function mapToPages(messages: string, folder: string): string {
  return messages.replaceAll(
    /\S+?\/(\w[\w.]*)\/\.blocks\/(\d+)\.ts\((\d+),/g,
    (all, own, fence, line) => {
      const page = PAGES.find((each) => path.basename(folderOf(each, folder)) === own);
      return page === undefined ? all : `${page.name}:${Number(fence) + Number(line)} (`;
    },
  );
}

describe.concurrent("the documentation", () => {
  layer(documentedServer, { excludeTestServices: true })("runs", (it) => {
    it.effect(
      "and type-checks",
      () =>
        Effect.gen(function* () {
          const { folder } = yield* DocumentedServer;
          const files = PAGES.flatMap((page) => writePrograms(page, folderOf(page, folder)));
          const messages = yield* Effect.promise(() => compilerErrors(files, folder));
          assert.strictEqual(mapToPages(messages, folder), "");
        }),
      TIMEOUT_MILLIS,
    );

    for (const page of PAGES.filter((each) => runsOf(each).length > 0)) {
      it.effect(
        page.name,
        () =>
          Effect.gen(function* () {
            const { folder, environmentOf, turns } = yield* DocumentedServer;
            const own = folderOf(page, `${folder}/runs`);
            const failures = yield* Effect.gen(function* () {
              const environment = yield* environmentOf(page, own);
              return yield* Effect.promise(() => runPage(page, own, environment));
            }).pipe(turns.withPermits(1));
            assert.strictEqual(formatFailures(page, failures), "");
          }),
        TIMEOUT_MILLIS,
      );
    }

    for (const language of LANGUAGES) {
      it.effect.skipIf(!isInstalled(language))(
        `${WEBHOOKS} verifies deliveries in ${language.title}`,
        () =>
          Effect.gen(function* () {
            const guide = PAGES.find(({ name }) => name === WEBHOOKS);
            assert.isDefined(guide);
            const { folder, environmentOf } = yield* DocumentedServer;
            const own = path.join(folder, "verifiers", language.title);
            const project = { ...guide, name: language.title };
            const cases = yield* verificationCases(yield* environmentOf(project, own));
            const verify = (deliveries: typeof cases.accepted) =>
              new Set(verifyWith(language, guide, own, deliveries));
            assert.deepStrictEqual(verify(cases.accepted), new Set(["accepted"]));
            assert.deepStrictEqual(verify(cases.rejected), new Set(["rejected"]));
          }).pipe(Effect.scoped),
        TIMEOUT_MILLIS,
      );
    }
  });

  it.each(PAGES.map((page) => [page.name, page] as const))("%s is well formed", (_, page) => {
    assert.strictEqual(formatFailures(page, checkForms(page)), "");
    assert.strictEqual(formatFailures(page, brokenReferences(page, PAGES)), "");
  });
});

describe("a page", () => {
  const page = (...lines: ReadonlyArray<string>) => parsePage("page.md", lines.join("\n"));

  it("reports the line that fails, with its output", async () => {
    const failing = page("# Page", "", "```sh", "true", "echo said", "false", "```");
    const folder = fs.mkdtempSync(path.join(ROOT, "test", ".docs_"));
    try {
      const failures = await runPage(failing, folder, { PATH: process.env["PATH"] ?? "" });
      assert.match(formatFailures(failing, failures), /^page\.md:3 ended with 1\n[^]*said/);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it("reports broken links", () => {
    const [, missing, anchor] = ["README.md", "missing.md", "#missing"];
    const pageWithLinks = page(
      "# A `b` (c)",
      "",
      `[1](README.md) [2](${missing}) [3](#a-b-c)`,
      "",
      `[4](${anchor})`,
    );
    const lines = brokenReferences(pageWithLinks, [...PAGES, pageWithLinks]).map(
      ({ line }) => line,
    );
    assert.deepStrictEqual(lines, [3, 5]);
  });

  it("states the output of a block, or of blocks in a code group by their titles", () => {
    const text = `\`\`\`sh
echo 1
\`\`\`

<!-- output -->

\`\`\`text
1
\`\`\`

::: code-group

\`\`\`sh [curl]
\`\`\`

\`\`\`python [Python]
\`\`\`

\`\`\`php [PHP]
\`\`\`

:::

<!-- output of Python, PHP -->

\`\`\`text
2
\`\`\``;
    const [single, curl, python, php] = page(text).blocks;
    assert.strictEqual(single?.output?.content, "1\n");
    assert.isUndefined(curl?.output);
    assert.strictEqual(python?.output?.content, "2\n");
    assert.strictEqual(php?.output?.content, "2\n");
  });

  it("states the output, and may omit parts of it", () => {
    const text = (content: string) => ({ language: "text", content });
    assert.isUndefined(difference("id 17\nready\n", text("id …\nready")));
    assert.include(difference("id 17\nready\n", text("id …\nfailed")), "ready");
    const json = { language: "json", content: `{ "id": "…", "list": [1, "…"], "…": "…" }` };
    assert.isUndefined(difference(`{"list":[1,2],"id":"a","more":null}`, json));
    assert.include(difference(`{"list":[2],"id":"a"}`, json), ".list.0: 2, not 1");
  });
});
