import { assert, describe, layer } from "@effect/vitest";
import { RenderId } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { Locator, Page } from "playwright-core";

import { ApiServer, browserServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { inviteMember } from "../../packages/http/_testing/console_visit.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { documentOf } from "../support/shared_document.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { MARKUP, openConsole } from "./console_project.ts";

const NAME = { key: "name", label: MARKUP, dataType: "text", required: true };
const TITLE = { key: "title", label: "Title", dataType: "text" };

/** Rows for a second page. */
const ROWS = Array.from({ length: 30 }, (_, row) => ({ title: `Row ${row}` }));

const VERSIONS = [
  { variables: [NAME, { key: "note", label: "Note", dataType: "text" }], loops: [] },
  {
    variables: [{ ...NAME, label: `Name ${MARKUP}`, required: false }],
    loops: [{ key: "items", label: "Items", itemFields: [TITLE], previewData: ROWS }],
  },
];

/** A layout that cannot show a character without a glyph. */
const STRICT_LAYOUT = {
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [[{ name: "name", type: "text", position: { x: 20, y: 20 }, width: 100, height: 10 }]],
  missingGlyph: "fail",
};

/** A template with two versions that differ, and one whose sample data cannot be rendered. */
const publishVersions = Effect.fnUntraced(function* (slug: string) {
  const { key } = yield* ApiServer;
  const unrenderable = { variables: [{ ...NAME, previewData: "\u{12000}" }], loops: [] };
  const publications = [
    ...VERSIONS.map((manifest) => ({ manifest })),
    { manifest: unrenderable, layout: STRICT_LAYOUT },
  ];
  for (const publication of publications) {
    const path = `/v1/templates/${slug}`;
    const response = yield* callAs(key, "PUT", path, { name: "Versions", ...publication });
    assert.isBelow(response.status, 300, response.text);
  }
});

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The console's versions", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("have pictures, which are loaded when the user asks for them", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        yield* publishVersions("pictures");
        const { page, pageErrors } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          const pictures: Array<string> = [];
          page.on("request", (request) => {
            if (request.url().includes("/versions/")) pictures.push(request.url());
          });
          await openTemplate(page, "pictures");
          assert.isEmpty(pictures);
          await page.getByText("Pictures of the versions").click();
          for (const version of [2, 1]) {
            await page.getByRole("img", { name: `Page 1 of version ${version}` }).waitFor();
          }
          await page.getByText("The version cannot render its sample data").waitFor();
          assert.lengthOf(pictures, 3);
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("are compared page by page, with the pixels and variables that differ", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        yield* publishVersions("compared");
        const { page, pageErrors } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          await openTemplate(page, "compared");
          const section = page.getByRole("region", { name: "Compare versions" });
          await compare(section, "1", "2");
          await section.getByText("Page 1 of 2").waitFor();
          const differences = section.getByRole("img", { name: /^Differences: .*% of the page/u });
          assert.isAbove(await markedPixels(differences), 100);
          const changes = section.getByRole("table", { name: "Changed variables" });
          const row = (variable: string) =>
            changes.getByRole("row").filter({ hasText: variable }).innerText();
          assert.match(await row("name"), /changed[^]*label: <img[^]*→ Name <img/u);
          assert.match(await row("name"), /required: true → false/u);
          assert.include(await row("note"), "removed");
          assert.include(await row("items[].title"), "added");

          await section.getByRole("button", { name: "Next page" }).click();
          await section.getByText("This version has no page 2.").waitFor();
          await section.getByRole("img", { name: "Page 2 of version 2" }).waitFor();
          await section.getByRole("img", { name: "Differences: 100% of the page" }).waitFor();
          await section.getByRole("button", { name: "Previous page" }).click();
          await section.getByText("Page 1 of 2").waitFor();

          await compare(section, "2", "2");
          const none = section.getByRole("img", { name: "Differences: The pages are equal." });
          assert.strictEqual(await markedPixels(none), 0);
          await section.getByText("Both versions have the same variables.").waitFor();

          await compare(section, "3", "2");
          await section.getByText("The version cannot render its sample data").waitFor();
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect.each([
      [{ width: 360, height: 740 }, "dark"],
      [{ width: 1200, height: 800 }, "light"],
    ] as const)("are accessible in %o, with %s colors", ([viewport, colorScheme]) =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const slug = `accessible-${colorScheme}`;
        yield* publishVersions(slug);
        const { page } = yield* openConsole(key, { viewport, colorScheme });
        yield* Effect.promise(async () => {
          await openTemplate(page, slug);
          await page.getByText("Pictures of the versions").click();
          await compare(page.getByRole("region", { name: "Compare versions" }), "1", "2");
          await page.getByRole("img", { name: /^Differences/u }).waitFor();
          await page.locator("body:not(:has([aria-busy=true]))").waitFor();
          const width = await page.evaluate<number>("document.documentElement.scrollWidth");
          assert.isAtMost(width, viewport.width);
          assert.deepEqual(await accessibilityIssues(page), []);
        });
      }),
    );

    it.effect("and renders show their data to viewers, without running it", () =>
      Effect.gen(function* () {
        const { accountKey, key, port, project } = yield* ApiServer;
        yield* publishVersions("data");
        const submission = {
          data: { name: MARKUP, items: [{ title: "x".repeat(400) }] },
          options: { versionNumber: 2 },
        };
        const response = yield* callAs(key, "POST", "/v1/templates/data/render", submission);
        const { id } = fieldsOf(response);
        yield* succeedRender(RenderId.make(String(id)), yield* Effect.promise(() => documentOf(1)));
        const { link } = yield* inviteMember(accountKey, "vera@example.com", "viewer");
        const { page, pageErrors } = yield* openPage({ locale: "en-US" });
        yield* Effect.promise(async () => {
          await page.goto(`http://127.0.0.1:${port}/console#link=${link}`);
          await page.getByRole("combobox", { name: "Project" }).selectOption(project);
          await page.goto(`${page.url().split("#")[0]}#/renders/${String(id)}`);
          const data = page.getByLabel("Data", { exact: true });
          await data.getByText(MARKUP).waitFor();
          assert.include(await data.innerText(), "(400 characters)");
          assert.isFalse(await page.getByRole("button", { name: "Erase" }).isVisible());
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        assert.deepEqual(pageErrors, []);
      }),
    );
  });
});

async function openTemplate(page: Page, slug: string): Promise<void> {
  await page.goto(`${page.url().split("#")[0]}#/templates/${slug}`);
  await page.getByRole("table", { name: "Versions" }).waitFor();
}

async function compare(section: Locator, from: string, to: string): Promise<void> {
  await section.getByLabel("From").selectOption(from);
  await section.getByLabel("To").selectOption(to);
  await section.getByRole("button", { name: "Compare" }).click();
  await section.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

/** The number of pixels of the canvas with differences that are marked. */
async function markedPixels(canvas: Locator): Promise<number> {
  await canvas.waitFor();
  return canvas.page().evaluate<number>(`(() => {
    const element = document.querySelector("canvas[role=img]");
    const { data } = element.getContext("2d").getImageData(0, 0, element.width, element.height);
    const isMarked = (at) => data[at] === 214 && data[at + 1] === 0 && data[at + 2] === 108;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (isMarked(at)) count += 1;
    return count;
  })()`);
}
