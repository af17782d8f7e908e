import { assert, describe, layer } from "@effect/vitest";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer, Schema } from "effect";
import type { Page } from "playwright-core";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { newIntegrator, publishForm, serverWithWorker } from "../support/embed_visit.ts";
import { openSite } from "../support/small_site.ts";

const MANIFEST = {
  variables: [{ key: "name", label: "Name", dataType: "text", required: true }],
  loops: [],
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
  yield* publishForm(integrator, MANIFEST);
  const render = fieldsOf(
    yield* integrator.call("POST", "/v1/templates/order/render", {
      data: { name: "Ada" },
      options: { sync: true },
    }),
  );
  const request = fieldsOf(
    yield* integrator.call("POST", "/v1/signatures", {
      renderId: render["id"],
      recipients: [
        { firstName: "Ada", email: "ada@example.com" },
        { firstName: "Bob", email: "bob@example.com" },
      ],
      fields: [0, 1].map((recipientIndex) => ({
        recipientIndex,
        type: "signature",
        page: 1,
        x: 10,
        y: 60 + 10 * recipientIndex,
        width: 30,
        height: 5,
        required: true,
      })),
    }),
  );
  const [ada, bob] = Schema.decodeUnknownSync(Recipients)(request["recipients"]);
  const path = `/v1/signatures/${String(request["id"])}`;
  const urlFor = (recipient: string) =>
    integrator.call("POST", `${path}/recipients/${recipient}/signing-url`, {});
  return { integrator, path, urlFor, ada: ada!.id, bob: bob!.id };
});

const heardTypes = (page: Page) => page.evaluate(() => globalThis.heard.map(({ type }) => type));
const hear = (page: Page, type: string) =>
  page.waitForFunction(
    (expected) => globalThis.heard?.some((each) => each.type === expected),
    type,
  );

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Signing in a page of the sender", () => {
  layer(Layer.merge(serverWithWorker, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("opens once, in allowed pages only, and reports its steps", () =>
      Effect.gen(function* () {
        const { base } = yield* PublicUrls;
        const { integrator, urlFor, ada, bob } = yield* sentDocument;
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
          await frame.getByLabel("Type your name").fill("Ada Lovelace");
          await frame.getByRole("checkbox", { name: "I agree to sign electronically" }).check();
          await frame.getByRole("button", { name: "Finish", exact: true }).click();
          await hear(page, "paraph:signed");
          await frame.getByRole("heading", { name: /^Thank you/ }).waitFor();
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
      }),
    );
  });
});
