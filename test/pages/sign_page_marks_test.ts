import { assert, describe, layer } from "@effect/vitest";
import { signatureText } from "@paraph/core/builtin_provider";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { apiServer } from "../../packages/http/_testing/api_server.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { LETTER } from "../support/share_visit.ts";
import {
  draw,
  fieldAt,
  parts,
  sendForSignature,
  waitForCompletion,
  visitToSign,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { inkDifference, inkOnCertificate, inkOnPage, inkOnPaper } from "./signature_ink.ts";

const person = (name: string) => ({
  firstName: name,
  lastName: "Example",
  email: `${name}@example.com`,
});

const LINES = Array.from({ length: 12 }, (_, index) => `Condition ${index + 1}`).join("\n");
const LONG =
  "Delivered to the back door of the old mill, not to the front, and never on a Sunday at all";

/** The overflow of other recipients' texts, and the thickness of pens in points. */
const measureMarks = (page: Page) =>
  page.evaluate(() => {
    const marks = Array.from(document.querySelectorAll<HTMLElement>(".earlier .written"));
    const pens = Array.from(document.querySelectorAll(".earlier svg.ink path"));
    const style = (element: Element) => getComputedStyle(element);
    return {
      overflows: marks.map(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
        Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth),
      ),
      pens: pens.map((pen) => {
        const point = Number(style(pen).getPropertyValue("--total-scale-factor"));
        return parseFloat(style(pen).strokeWidth) / point;
      }),
    };
  });

/** The sides of an ink box, each with the side of the field that it is relative to. */
const SIDES = [
  ["left", "width"],
  ["right", "width"],
  ["top", "height"],
  ["bottom", "height"],
] as const;

/** How far the ink reaches along each side of the field. */
const SPANS = [
  ["left", "right", "width"],
  ["top", "bottom", "height"],
] as const;

/** Settles when the page has loaded its additional fonts. */
const waitForGlyphs = (page: Page) =>
  page.waitForFunction(() =>
    Array.from(document.querySelectorAll(".field.is-signature tspan")).every(
      (part) =>
        !/[^\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Common}]/u.test(
          part.textContent,
        ) ||
        !/^"Paraph (?:Caveat|Dancing Script|Marck Script|Sacramento)"/u.test(
          part.getAttribute("font-family") ?? "",
        ),
    ),
  );

/** Names in scripts of several fonts, one of them reduced to fit. */
const NAMES = [
  "Ada Lovelace",
  "Jo",
  "Wilhelmina Theodora Anastasia van der Westhuizen-Oppenheimer",
  "Константин Ёлкин",
  "Αριστοτέλης",
  "محمد علي",
  "שרה לוי",
];

/** Names in scripts whose fonts are too large for the page, with and without words in other scripts. */
const LARGE_SCRIPT_NAMES = [
  "张伟",
  "劉德華",
  "山田 太郎",
  "山田\u3000Taro",
  "さくら",
  "マリア・ガルシア",
  "김철수",
  "김철수".normalize("NFD"),
  "김 철수 Lee 金",
];

/** Other script fonts than the default, by their labels. */
const SCRIPT_FONTS = [
  ["Dancing Script", "dancing-script"],
  ["Marck Script", "marck-script"],
  ["Sacramento", "sacramento"],
] as const;

/** The share of ink that may differ: other fonts of the same script differ by more than 0.2. */
const SAME_FONT = 0.1;

const suite = describe.skipIf(CHROMIUM === undefined);
suite("The input of recipients", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("is shown completely to later recipients, drawn with the same pen", () =>
      Effect.gen(function* () {
        const { url, urlOf } = yield* sendForSignature(LETTER, {
          recipients: [person("ada"), person("bob")],
          fields: [
            fieldAt("signature", 10, 58, { height: 6 }),
            fieldAt("text", 10, 70, { width: 15 }),
            fieldAt("text_area", 45, 78, { width: 30, height: 10 }),
            fieldAt("signature", 45, 58, { height: 6, recipientIndex: 1 }),
          ],
        });
        const { page } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { consent, finish, field } = parts(page);
          await page.getByRole("tab", { name: "Draw" }).click();
          await draw(page);
          await field("Text, page 1").first().fill(LONG);
          await field("Text, page 1").last().fill(LINES);
          await consent.check();
          await finish.click();
          await waitForCompletion(page);
        });
        for (const width of [1200, 390]) {
          const laterVisit = yield* visitToSign(yield* urlOf("bob@example.com"), {
            viewport: { width, height: 800 },
          });
          const { overflows, pens } = yield* Effect.promise(() => measureMarks(laterVisit.page));
          assert.deepEqual(overflows.length, 2);
          for (const pixels of overflows) assert.isAtMost(pixels, 1, `${width}`);
          assert.strictEqual(pens.length, 1);
          assert.isAtLeast(pens[0] ?? 0, 0.59);
          assert.isAtMost(pens[0] ?? 0, 2.41);
          assert.deepEqual(laterVisit.pageErrors, []);
        }
      }),
    );

    it.effect.each([
      { scripts: "scripts that the page has fonts for", names: NAMES, isShape: false },
      { scripts: "Han, kana and Hangul", names: LARGE_SCRIPT_NAMES, isShape: true },
    ])(
      "is signed with the font, size and position that its signer sees: $scripts",
      ({ names, isShape }) =>
        Effect.gen(function* () {
          const place = { x: 10, y: 58, width: 25, height: 6 };
          const { url } = yield* sendForSignature(LETTER);
          const { page, pageErrors } = yield* visitToSign(url, { deviceScaleFactor: 2 });
          yield* Effect.promise(async () => {
            const field = page.locator(".field.is-signature");
            const size = (await field.boundingBox()) ?? { width: 0, height: 0 };
            for (const name of names) {
              await parts(page).name.fill(name);
              await field
                .locator("svg text")
                .filter({ hasText: signatureText(name) })
                .waitFor();
              await waitForGlyphs(page);
              const pageInk = await inkOnPage(page);
              const paperInk = await inkOnPaper({ kind: "typed", text: name }, place);
              const certificateInk = await inkOnCertificate({ kind: "typed", text: name }, place);
              for (const [side, along] of SIDES) {
                const [expected, actual] = [
                  paperInk[side] * size[along],
                  pageInk[side] * size[along],
                ];
                assert.closeTo(actual, expected, 2, `${name}: ${side}`);
              }
              for (const [first, last, along] of SPANS) {
                const [expected, actual] = [paperInk, certificateInk].map(
                  (ink) => (ink[last] - ink[first]) * size[along],
                );
                assert.closeTo(actual ?? 0, expected ?? 0, 2, `${name}: ${along}`);
              }
              assert.isBelow(inkDifference(certificateInk, paperInk), SAME_FONT, name);
              if (isShape) assert.isBelow(inkDifference(pageInk, paperInk), SAME_FONT, name);
            }
          });
          assert.deepEqual(pageErrors, []);
        }),
    );

    it.effect("is signed in the script font that its signer chooses", () =>
      Effect.gen(function* () {
        const place = { x: 10, y: 58, width: 25, height: 6 };
        const { url, urlOf } = yield* sendForSignature(LETTER, {
          recipients: [person("ada"), person("bob")],
          fields: [
            fieldAt("signature", 10, 58, { height: 6 }),
            fieldAt("signature", 45, 58, { height: 6, recipientIndex: 1 }),
          ],
        });
        const { page, pageErrors } = yield* visitToSign(url, { deviceScaleFactor: 2 });
        yield* Effect.promise(async () => {
          const { name, consent, finish } = parts(page);
          await name.fill("Ada 山田");
          await page.getByText("Signature style").click();
          for (const [label, face] of SCRIPT_FONTS) {
            await page.getByRole("radio", { name: label }).check();
            await page.locator(`.is-signature tspan[font-family*="${label}"]`).first().waitFor();
            await waitForGlyphs(page);
            const signature = { kind: "typed", text: "Ada 山田", face } as const;
            const difference = inkDifference(
              await inkOnPage(page),
              await inkOnPaper(signature, place),
            );
            assert.isBelow(difference, SAME_FONT, label);
          }
          assert.deepEqual(await accessibilityIssues(page), []);
          await consent.check();
          await finish.click();
          await waitForCompletion(page);
        });
        const laterVisit = yield* visitToSign(yield* urlOf("bob@example.com"));
        yield* Effect.promise(() =>
          laterVisit.page.locator('.earlier tspan[font-family*="Sacramento"]').first().waitFor(),
        );
        assert.deepEqual([...pageErrors, ...laterVisit.pageErrors], []);
      }),
    );

    it.effect("requests fonts only when a name needs them, without sending the name", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER);
        const { page, pageErrors } = yield* visitToSign(url);
        const requestBodies: Array<string> = [];
        page.on("request", (request) => {
          if (request.url() === `${url}/fonts`) requestBodies.push(request.postData() ?? "");
        });
        yield* Effect.promise(async () => {
          const { name } = parts(page);
          await name.fill("Ada Lovelace");
          await name.fill("山田 Taro");
          await waitForGlyphs(page);
          await name.fill("田山 Taro Lovelace");
          await page.locator("#name-preview text").filter({ hasText: "田山" }).waitFor();
          const place = await page.locator("#name-preview svg").boundingBox();
          await name.fill("田山川");
          assert.deepEqual(await page.locator("#name-preview svg").boundingBox(), place);
          await waitForGlyphs(page);
          assert.deepEqual(await page.locator("#name-preview svg").boundingBox(), place);
        });
        assert.deepEqual(
          requestBodies.map((body): unknown => JSON.parse(body)),
          [
            { characters: "山田", face: "caveat" },
            { characters: "川", face: "caveat" },
          ],
        );
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect(
      "is signed the same before its font has loaded, and shown in it to later signers",
      () =>
        Effect.gen(function* () {
          const { url, urlOf } = yield* sendForSignature(LETTER, {
            recipients: [person("ada"), person("bob")],
            fields: [
              fieldAt("signature", 10, 58, { height: 6 }),
              fieldAt("signature", 45, 58, { height: 6, recipientIndex: 1 }),
            ],
          });
          const { page } = yield* visitToSign(url);
          yield* Effect.promise(async () => {
            const { consent, finish, name } = parts(page);
            await page.route("**/fonts", (route) => route.abort());
            await name.fill("김철수");
            await consent.check();
            await finish.click();
            await waitForCompletion(page);
          });
          const laterVisit = yield* visitToSign(yield* urlOf("bob@example.com"));
          yield* Effect.promise(() =>
            laterVisit.page
              .locator('.earlier tspan[font-family*="NotoSansKR"]')
              .getByText("김철수")
              .waitFor(),
          );
          assert.deepEqual(laterVisit.pageErrors, []);
        }),
    );

    it.effect("is not a signature if it is a tap or invisible", () =>
      Effect.gen(function* () {
        const { url } = yield* sendForSignature(LETTER);
        const { page } = yield* visitToSign(url);
        yield* Effect.promise(async () => {
          const { consent, primary, name } = parts(page);
          await consent.check();
          await name.fill("\u200b\u3164");
          await page.getByText("1 of 1 field left").waitFor();
          await page.locator(".is-signature .control").click();
          const use = page.getByRole("button", { name: "Sign here", exact: true });
          await use.click();
          await page.getByText("Type your name first.").waitFor();
          await page.getByRole("tab", { name: "Draw" }).click();
          await page.getByRole("img", { name: "Your drawing" }).click();
          await use.click();
          await page.getByText("Draw your signature first.").waitFor();
          await draw(page);
          await use.click();
          await primary.and(page.getByText("Finish")).waitFor();
        });
      }),
    );

    it.effect("is requested on a phone without covering other fields", () =>
      Effect.gen(function* () {
        const fields = [0, 12, 24].map((down) => fieldAt("text", 10, 58 + down));
        const recipients = [
          { firstName: "Ada", email: "ada@example.com", designation: "Approver" },
        ];
        const { url } = yield* sendForSignature(LETTER, { fields, recipients });
        const { page } = yield* visitToSign(url, { viewport: { width: 390, height: 800 } });
        yield* Effect.promise(async () => {
          const { primary, field } = parts(page);
          for (let step = 0; step < 4; step++) await primary.click();
          await page.getByText("Fill this in").first().waitFor();
          assert.strictEqual(await page.locator(".field.is-wrong").count(), 3);
          assert.strictEqual(await page.locator(".field-problem:visible").count(), 1);
          await field("Text, page 1").nth(1).click();
          assert.strictEqual(await page.locator(".field-problem:visible").count(), 1);
          await field("Text, page 1").nth(1).and(page.locator(":focus")).waitFor();
        });
      }),
    );
  });
});
