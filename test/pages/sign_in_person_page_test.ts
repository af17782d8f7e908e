import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer, Schema } from "effect";
import type { Page } from "playwright-core";

import { apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf, issuePaths } from "../../packages/http/_testing/body.ts";
import type { RawResponse } from "../../packages/http/_testing/http_client.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { CHROMIUM, Chromium, openPage } from "../support/browser.ts";
import { pdfText } from "../support/pdf_text.ts";
import { LETTER } from "../support/share_visit.ts";
import {
  fieldAt,
  parts,
  sendForSignature,
  waitForCompletion,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";

const CODE = "open sesame";
const HOST = { mode: "inPerson", host: { name: "Grace\n Hopper" } };

const Recipients = Schema.Array(Schema.Struct({ id: Schema.String }));
const Trail = Schema.Struct({
  events: Schema.Array(
    Schema.Struct({
      type: Schema.String,
      who: Schema.String,
      details: Schema.Record(Schema.String, Schema.Unknown),
    }),
  ),
});

/** A request of two signers, the second with an access code. */
const twoSigners = Effect.gen(function* () {
  const request = yield* sendForSignature(LETTER, {
    recipients: [
      { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" },
      {
        firstName: "Bob",
        email: "bob@example.com",
        authentication: { method: "access_code", code: CODE },
      },
    ],
    fields: [
      fieldAt("signature", 10, 58, { height: 6 }),
      fieldAt("signature", 55, 58, { height: 6, recipientIndex: 1 }),
    ],
  });
  const { recipients } = yield* request.status;
  const [ada, bob] = yield* Schema.decodeUnknownEffect(Recipients)(recipients);
  const path = `/v1/signatures/${request.id}`;
  const create = (id: string, body: object) =>
    call("POST", `${path}/recipients/${id}/signing-url`, body);
  const { port } = yield* ApiServer;
  /** The URL of a response, on this server. */
  const urlOf = (response: RawResponse) => {
    assert.strictEqual(response.status, 201);
    const { pathname } = new URL(String(fieldsOf(response)["url"]));
    return `http://127.0.0.1:${port}${pathname}`;
  };
  const urlFor = (id: string) => Effect.map(create(id, HOST), urlOf);
  const createSession = (body: object) => call("POST", `${path}/in-person`, body);
  const sessionUrl = (body: object) => Effect.map(createSession(body), urlOf);
  return { request, path, ada: ada!.id, bob: bob!.id, create, urlFor, createSession, sessionUrl };
});

/** The viewport of a small phone. */
const PHONE = { width: 360, height: 640 };

/** Agrees, types a name, and finishes. */
async function signHere(page: Page, signer: string): Promise<void> {
  const { name, consent, finish } = parts(page);
  await consent.check();
  await name.fill(signer);
  await finish.click();
}

/** Opens a URL that opens once; it leads to the public URL of the server. */
async function openOnce(page: Page, url: string): Promise<number> {
  const response = await page.request.get(url, { maxRedirects: 0 });
  const { location } = response.headers();
  if (location !== undefined) await page.goto(new URL(new URL(location, url).pathname, url).href);
  return response.status();
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Signing in person", () => {
  layer(Layer.merge(apiServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect("hands one device on: each signer confirms their name, then sees the document", () =>
      Effect.gen(function* () {
        const { request, path, ada, bob, create, urlFor } = yield* twoSigners;
        const early = yield* create(bob, HOST);
        assert.deepStrictEqual([early.status, codeOf(early)], [409, "conflict"]);
        const adaUrl = yield* urlFor(ada);
        const { page, pageErrors } = yield* openPage();
        yield* Effect.promise(async () => {
          assert.strictEqual(await openOnce(page, adaUrl), 303);
          await page.getByRole("heading", { name: "hand the device to Ada Lovelace" }).waitFor();
          assert.notInclude(await page.content(), "Framework agreement");
          // Before the name is confirmed, its link shows nothing and changes nothing.
          for (const file of ["ceremony", "document.pdf"])
            assert.strictEqual((await page.request.get(`${page.url()}/${file}`)).status(), 404);
          for (const step of ["open", "finish", "fonts"]) {
            const response = await page.request.post(`${page.url()}/${step}`, { data: {} });
            assert.isAtLeast(response.status(), 400, step);
          }
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByRole("button", { name: "I am Ada Lovelace" }).click();
          await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
          const { name, consent, finish } = parts(page);
          await consent.check();
          await name.fill("Ada Lovelace");
          await finish.click();
          await waitForCompletion(page);
          await page.getByText("give the device back to Grace Hopper").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });
        const bobUrl = yield* urlFor(bob);
        yield* Effect.promise(async () => {
          await openOnce(page, bobUrl);
          const early = await page.request.post(`${page.url()}/verify`, { data: { code: CODE } });
          assert.strictEqual(early.status(), 409);
          await page.getByRole("button", { name: "I am Bob" }).click();
          await page.getByLabel("Access code").fill(CODE);
          await page.getByRole("button", { name: "Continue" }).click();
          await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
          const { name, consent, finish } = parts(page);
          await consent.check();
          await name.fill("Bob");
          await finish.click();
          await waitForCompletion(page);
        });
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");
        const audit = yield* call("GET", `${path}/audit`);
        const { events } = yield* Schema.decodeUnknownEffect(Trail)(audit.json);
        for (const type of ["name_confirmed", "signed"]) {
          const steps = events.filter((event) => event.type === type);
          assert.deepStrictEqual(
            steps.map(({ details }) => [details["channel"], details["host"]]),
            [
              ["in_person", "Grace Hopper"],
              ["in_person", "Grace Hopper"],
            ],
            type,
          );
        }
        const { bytes } = yield* call("GET", `${path}/certificate`);
        const text = (yield* pdfText(bytes)).join(" ").replaceAll(/\s+/gu, " ");
        assert.include(text, "In person, on a device of Grace Hopper; the email");
        assert.include(text, "In person, on a device of Grace Hopper, with an access code");
        assert.notInclude(text, "Possession of the personal link");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect("hands one device from signer to signer on one page, on a phone", () =>
      Effect.gen(function* () {
        const { request, path, ada, bob, createSession, sessionUrl } = yield* twoSigners;
        assert.deepStrictEqual([...issuePaths(yield* createSession({}))], ["host"]);
        const url = yield* sessionUrl({ host: { name: "Grace\n Hopper" } });
        const { page, pageErrors } = yield* openPage({ viewport: PHONE });
        const handOn = (recipientId: string) =>
          page.request.post(`${page.url()}/hand-on`, { data: { recipientId } });
        yield* Effect.promise(async () => {
          assert.strictEqual((await page.request.post(`${url}/hand-on`)).status(), 404);
          assert.strictEqual(await openOnce(page, url), 303);
          const again = await page.request.get(url, { maxRedirects: 0 });
          assert.strictEqual(again.status(), 410);
          await page.getByRole("heading", { name: "hand the device to Ada Lovelace" }).waitFor();
          assert.notInclude(await page.content(), "Framework agreement");
          // The session shows no document, and only those whose turn it is get a link.
          for (const file of ["ceremony", "document.pdf", "audit.json"])
            assert.strictEqual((await page.request.get(`${page.url()}/${file}`)).status(), 404);
          assert.strictEqual((await handOn(bob)).status(), 409);
          assert.strictEqual((await handOn("no-id")).status(), 404);
          assert.deepEqual(await accessibilityIssues(page), []);
          await page.getByRole("button", { name: "I am Ada Lovelace" }).click();
          await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
          assert.strictEqual((await handOn(ada)).status(), 409);
          await signHere(page, "Ada Lovelace");
          await page.getByRole("heading", { name: "hand the device to Bob" }).waitFor();
          assert.isTrue(await page.getByText("Ada Lovelace").isVisible());
          assert.deepEqual(await accessibilityIssues(page), []);
          // The document of the first signer is closed on this device.
          assert.notInclude(await page.content(), "Framework agreement");
          await page.getByRole("button", { name: "I am Bob" }).click();
          await page.getByLabel("Access code").fill(CODE);
          await page.getByRole("button", { name: "Continue" }).click();
          await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
          await signHere(page, "Bob");
          await page.getByRole("heading", { name: "Everyone has signed" }).waitFor();
          await page.getByText("give the device back to Grace Hopper").waitFor();
          assert.deepEqual(await accessibilityIssues(page), []);
        });
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");
        const ended = yield* createSession({ host: { name: "Grace" } });
        assert.deepStrictEqual([ended.status, codeOf(ended)], [409, "conflict"]);
        const audit = yield* call("GET", `${path}/audit`);
        const { events } = yield* Schema.decodeUnknownEffect(Trail)(audit.json);
        const steps = events.filter(({ type }) => type === "name_confirmed" || type === "signed");
        assert.deepStrictEqual(
          steps.map(({ type, who, details }) => [type, who.split(" ")[0], details["host"]]),
          [
            ["name_confirmed", "Ada", "Grace Hopper"],
            ["signed", "Ada", "Grace Hopper"],
            ["name_confirmed", "Bob", "Grace Hopper"],
            ["signed", "Bob", "Grace Hopper"],
          ],
        );
        const { bytes } = yield* call("GET", `${path}/certificate`);
        const text = (yield* pdfText(bytes)).join(" ").replaceAll(/\s+/gu, " ");
        assert.include(text, "In person, on a device of Grace Hopper, with an access code");
        assert.deepEqual(pageErrors, []);
      }),
    );

    it.effect(
      "ends a session when a signer declines, and opens the page of the sender after all",
      () =>
        Effect.gen(function* () {
          const { request, sessionUrl } = yield* twoSigners;
          const { page } = yield* openPage({ viewport: PHONE });
          const body = { host: { name: "Grace" }, returnUrl: "https://example.com/done" };
          const [url, declined] = [yield* sessionUrl(body), yield* twoSigners];
          yield* Effect.promise(async () => {
            await openOnce(page, url);
            await page.getByRole("button", { name: "I am Ada Lovelace" }).click();
            await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
            await signHere(page, "Ada Lovelace");
            await page.getByRole("button", { name: "I am Bob" }).click();
            await page.getByLabel("Access code").fill(CODE);
            await page.getByRole("button", { name: "Continue" }).click();
            await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
            const link = page.url();
            const finished = page.waitForResponse(/\/finish$/u);
            await signHere(page, "Bob");
            assert.strictEqual((await finished).status(), 200);
            const response = await page.request.get(link, { maxRedirects: 0 });
            assert.strictEqual(response.headers()["location"], "https://example.com/done");
          });
          assert.strictEqual(yield* request.awaitStatus("completed"), "completed");
          const other = yield* declined.sessionUrl(body);
          yield* Effect.promise(async () => {
            await openOnce(page, other);
            const session = page.url();
            await page.getByRole("button", { name: "I am Ada Lovelace" }).click();
            await page.getByRole("heading", { name: "Framework agreement" }).waitFor();
            const refusal = { data: { reason: "No." } };
            assert.strictEqual(
              (await page.request.post(`${page.url()}/decline`, refusal)).status(),
              200,
            );
            await page.goto(session);
            await page.getByRole("heading", { name: "declined" }).waitFor();
            assert.notInclude(await page.content(), "I am Bob");
          });
        }),
    );

    it.effect("opens once, on one device, and confirms a name once", () =>
      Effect.gen(function* () {
        const { path, ada, create, urlFor } = yield* twoSigners;
        for (const body of [{ mode: "inPerson" }, { host: { name: "Grace" } }])
          assert.deepStrictEqual([...issuePaths(yield* create(ada, body))], ["host"]);
        const url = yield* urlFor(ada);
        const [first, second] = [yield* openPage(), yield* openPage()];
        yield* Effect.promise(async () => {
          const unopened = await first.page.request.post(`${url}/confirm`);
          assert.strictEqual(unopened.status(), 404);
          const opened = await Promise.all(
            [first.page, second.page].map((page) => openOnce(page, url)),
          );
          assert.sameMembers(opened, [303, 410]);
          const device = opened[0] === 303 ? first.page : second.page;
          const confirmed = await Promise.all(
            Array.from({ length: 4 }, () => device.request.post(`${device.url()}/confirm`)),
          );
          assert.deepEqual(
            confirmed.map((response) => response.status()),
            [200, 200, 200, 200],
          );
        });
        const audit = yield* call("GET", `${path}/audit`);
        const { events } = yield* Schema.decodeUnknownEffect(Trail)(audit.json);
        assert.strictEqual(events.filter(({ type }) => type === "name_confirmed").length, 1);
      }),
    );
  });
});
