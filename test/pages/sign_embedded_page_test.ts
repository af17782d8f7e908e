import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { assert, describe, layer } from "@effect/vitest";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import type { FrameLocator, Page } from "playwright-core";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { newIntegrator, serverWithWorker } from "../support/embed_visit.ts";
import { readWith } from "../support/outside_tool.ts";
import { pdfText } from "../support/pdf_text.ts";
import { eventually } from "../support/signing/signing_by_email.ts";
import { openSite } from "../support/small_site.ts";

/** A box of a layout. */
const box = (y: number, height = 12) => ({ position: { x: 20, y }, width: 60, height });

/** A letter with the signing fields of two roles. */
const LETTER = {
  name: "Letter",
  manifest: {
    variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
    loops: [],
  },
  layout: {
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        { name: "name", type: "text", ...box(20) },
        { name: "buyer", type: "signature", role: "buyer", ...box(40) },
        { name: "day", type: "signingDate", role: "buyer", ...box(56, 6) },
        { name: "seller", type: "signature", role: "seller", ...box(70) },
      ],
    ],
  },
};
const Recipients = Schema.Array(Schema.Struct({ id: Schema.String }));

/** A page that shows a document to sign, and the types of its events. */
const pageWith = (base: string, url: string) => `<!doctype html>
  <html lang="en">
    <title>Partner</title>
    <style>body { margin: 0 } #contract { height: 100vh }</style>
    <div id="contract"></div>
    <script type="module">
      import { mountSigning } from "${base}/embed/embed.js";
      globalThis.heard = [];
      const hear = (event) => globalThis.heard.push(event);
      mountSigning({
        element: document.querySelector("#contract"),
        url: ${JSON.stringify(url)},
        onReady: hear,
        onSigned: hear,
        onDeclined: hear,
        onError: hear,
      });
    </script>
  </html>`;

/** A document of an integrator to sign. */
const sentDocument = Effect.gen(function* () {
  const integrator = yield* newIntegrator;
  yield* integrator.call("PUT", "/v1/templates/letter", LETTER);
  const render = fieldsOf(
    yield* integrator.call("POST", "/v1/templates/letter/render", {
      data: { name: "Ada" },
      options: { sync: true },
    }),
  );
  const request = fieldsOf(
    yield* integrator.call("POST", "/v1/signatures", {
      renderId: render["id"],
      recipients: [
        { firstName: "Ada", email: "ada@example.com", role: "buyer" },
        { firstName: "Bob", email: "bob@example.com", role: "seller" },
      ],
    }),
  );
  const [ada, bob] = Schema.decodeUnknownSync(Recipients)(request["recipients"]);
  const requestPath = `/v1/signatures/${String(request["id"])}`;
  const urlFor = (recipient: string) =>
    integrator.call("POST", `${requestPath}/recipients/${recipient}/signing-url`, {});
  return { integrator, requestPath, urlFor, ada: ada!.id, bob: bob!.id };
});

const heardTypes = (page: Page) => page.evaluate(() => globalThis.heard.map(({ type }) => type));
const hear = (page: Page, type: string) =>
  page.waitForFunction(
    (expected) => globalThis.heard?.some((each) => each.type === expected),
    type,
  );

/** Agrees, types a name and finishes. */
async function signAs(page: Page | FrameLocator, name: string): Promise<void> {
  await page.getByLabel("Type your name").fill(name);
  await page.getByRole("checkbox", { name: "I agree to sign electronically" }).check();
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await page.getByRole("heading", { name: /^Thank you/ }).waitFor();
}

/** What pdfsig says about a document, if it is installed. */
function hasValidSeal(pdf: Uint8Array): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
  try {
    const file = path.join(folder, "signed.pdf");
    fs.writeFileSync(file, pdf);
    const output = readWith("pdfsig", [file])?.output;
    return output === undefined || output.includes("Signature is Valid");
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Signing in a page of the sender", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("opens once, in allowed pages only, and reports its steps", () =>
      Effect.gen(function* () {
        const { base } = yield* PublicUrls;
        const { integrator, requestPath, urlFor, ada, bob } = yield* sentDocument;
        assert.strictEqual((yield* urlFor(bob)).status, 409);
        const other = yield* sentDocument;
        assert.strictEqual((yield* urlFor(other.ada)).status, 404);
        const created = yield* urlFor(ada);
        assert.strictEqual(created.status, 201);
        const url = String(fieldsOf(created)["url"]);
        const site = yield* openSite(() => pageWith(base, url));
        yield* integrator.allow(site.origin);
        const { page, pageErrors } = yield* openPage();
        yield* Effect.promise(async () => {
          assert.strictEqual((await fetch(url, { method: "HEAD" })).status, 200);
          await page.goto(site.origin);
          await hear(page, "paraph:ready");
          const frame = page.frameLocator("iframe");
          await signAs(frame, "Ada Lovelace");
          await hear(page, "paraph:signed");
          assert.deepEqual(await heardTypes(page), ["paraph:ready", "paraph:signed"]);
          await page.reload();
          await hear(page, "paraph:error");
          await frame.getByText("can be opened only once").waitFor();
        });
        assert.deepEqual(pageErrors, []);

        const bobUrl = String(fieldsOf(yield* urlFor(bob))["url"]);
        const elsewhere = yield* openSite(() => pageWith(base, bobUrl));
        const foreign = yield* openPage();
        yield* Effect.promise(async () => {
          const blocked = foreign.page.waitForEvent("console", (message) =>
            message.text().includes("frame-ancestors"),
          );
          await foreign.page.goto(elsewhere.origin);
          await blocked;
          assert.deepEqual(await heardTypes(foreign.page), []);
        });

        const bobsNext = String(fieldsOf(yield* urlFor(bob))["url"]);
        yield* Effect.promise(async () => {
          await page.goto(bobsNext);
          await signAs(page, "Bob");
        });
        const request = Effect.map(integrator.call("GET", requestPath), fieldsOf);
        yield* eventually(request, ({ status }) => status === "completed");
        const { bytes } = yield* integrator.call("GET", `${requestPath}/download`);
        const [text = ""] = yield* pdfText(bytes);
        assert.match(text, /Ada Lovelace[^]*\d{2}\/\d{2}\/\d{4}[^]*Bob/u);
        assert.isTrue(hasValidSeal(bytes));
      }),
    );
  });
});
