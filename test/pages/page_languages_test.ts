import { assert, describe, layer } from "@effect/vitest";
import { LANGUAGES } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { formUrl, newIntegrator, publishForm, serverWithWorker } from "../support/embed_visit.ts";
import { LETTER } from "../support/share_visit.ts";
import { shareDocument } from "../support/shared_document.ts";
import { ALL_FIELDS, sendForSignature } from "../support/signing/signing_visit.ts";
import { MANIFEST, PHONE } from "./form_visit.ts";

/** What is not a text of Paraph: of the sender, of the document, or the same in another language. */
const FOREIGN = [
  /^[\d\s.,:()*–/€%+#|-]*(kB)?$/u,
  /^(Ada|Ada Lovelace|Ada Lovelace's|Framework agreement|Project of test|Paraph|PDF|Console)$/u,
  /^(Caveat|Dancing Script|Marck Script|Sacramento)$/u,
  /^(https:\/\/paraph\.test\/terms|\d pages|Monthly|Yearly|Standard|Express|Order|Größe_1|Hello)$/u,
  /^(Order number|Day|Discount|Email|Logo|Total|Items|What|Price|Date|Signature|Page \d+|Part \d+|Customer|Invoices|Items, row \d+: What)$/u,
];

/** The texts of a page and of its attributes, also of hidden parts, without the document and the input. */
function textsIn(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const skipped = "noscript, script, style, .sheet-text, .disclosure, title";
    const texts: Array<string> = [];
    for (const element of document.querySelectorAll("*")) {
      if (element.closest(skipped) !== null) continue;
      for (const name of ["aria-label", "placeholder", "alt", "title"])
        texts.push(element.getAttribute(name) ?? "");
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? "");
    }
    return texts.map((text) => text.replaceAll(/\s+/gu, " ").trim()).filter((text) => text !== "");
  });
}

/** The names of elements that are wider than the page, and of buttons whose text is clipped. */
function overflows(page: Page): Promise<ReadonlyArray<string>> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isClipped = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    return [
      ...(document.documentElement.scrollWidth > width ? ["the page"] : []),
      ...[
        ...document.querySelectorAll(
          "button, .button, h1, h2, label, .problem, .facts, .progress, .field-hint, .review-value, .asks",
        ),
      ]
        .filter((element) => element.clientWidth > 0)
        .filter(isClipped)
        .map((element) => element.textContent),
    ];
  });
}

/** Opens a page in every language, and checks that no text is that of the English page. */
const checkLanguages = Effect.fnUntraced(function* (
  url: string,
  show: (page: Page) => Promise<unknown>,
) {
  let english: ReadonlySet<string> = new Set();
  for (const language of LANGUAGES) {
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { page, pageErrors } = yield* openPage({ locale: language, ...PHONE });
        const texts = yield* Effect.promise(async () => {
          await page.goto(url);
          await show(page);
          assert.strictEqual(await page.locator("html").getAttribute("lang"), language);
          assert.strictEqual(await page.locator("html").getAttribute("dir"), "ltr");
          assert.deepEqual(await overflows(page), [], language);
          return textsIn(page);
        });
        assert.isAbove(texts.length, 1);
        assert.deepEqual(
          texts.filter((text) => /\{\w+\}/u.test(text)),
          [],
          language,
        );
        const untranslated = texts.filter(
          (text) => english.has(text) && !FOREIGN.some((pattern) => pattern.test(text)),
        );
        if (language === "en") english = new Set(texts);
        else assert.deepEqual(untranslated, [], `${language} ${url}`);
        assert.deepEqual(pageErrors, []);
      }),
    );
  }
});

const suite = describe.skipIf(CHROMIUM === undefined);
suite("In every language", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("the page of a share has no English text", () =>
      Effect.gen(function* () {
        const { url } = yield* shareDocument(LETTER, { message: "Hello" });
        yield* checkLanguages(url, async (page) => {
          await page.locator(".sheet canvas").first().waitFor({ state: "attached" });
          await page.locator("#print:not([aria-disabled])").waitFor();
        });
      }),
    );

    it.effect("the verification page has no English text", () =>
      Effect.gen(function* () {
        const { port } = yield* ApiServer;
        yield* checkLanguages(`http://127.0.0.1:${port}/verify`, (page) =>
          page.getByRole("heading", { level: 1 }).waitFor(),
        );
      }),
    );

    it.effect("the signing page has no English text, nor have its problems", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER, { fields: ALL_FIELDS });
        yield* checkLanguages(url, async (page) => {
          await page.locator(".sheet canvas").first().waitFor({ state: "attached" });
          // The consent has the language of the request, without line breaks around it.
          const consent = page.locator(".disclosure");
          assert.strictEqual(await consent.getAttribute("lang"), "en");
          assert.match((await consent.textContent()) ?? "", /^You agree to read this document/u);
          const primary = page.locator("#primary:not([aria-disabled])");
          // The second round shows the problem of each field.
          for (let step = 0; step < 2 * ALL_FIELDS.length; step++) await primary.click();
          await page.locator(".field-problem:not(:empty)").first().waitFor({ state: "attached" });
          await page.locator(".field.is-signature .control").click();
          await page.locator("#mark-dialog[open]").waitFor();
          await page.keyboard.press("Escape");
        });
      }),
    );
  });

  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("the form has no English text, nor have its problems", () =>
      Effect.gen(function* () {
        const integrator = yield* newIntegrator;
        const template = yield* publishForm(integrator, MANIFEST);
        yield* checkLanguages(yield* formUrl(integrator, template), async (page) => {
          const submit = page.locator("button[type=submit]");
          await page.locator("section > button:last-child").click();
          await submit.click();
          await page.locator(".summary li").first().waitFor();
        });
      }),
    );
  });
});
