import { assert, describe, layer } from "@effect/vitest";
import { signatureBulkWorker } from "@paraph/worker";
import { BarcodeFormat } from "@zxing/library";
import { Effect, Layer } from "effect";
import type { Page } from "playwright-core";

import { ADMIN_KEY, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import type { RawResponse } from "../../packages/http/_testing/http_client.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { serverWithWorker } from "../support/embed_visit.ts";
import { scanCode } from "../support/scan_code.ts";
import { waitForPage } from "../support/share_visit.ts";
import { eventually } from "../support/signing/signing_by_email.ts";
import { settled } from "./console_project.ts";
import { REFUSED, SEEN, UNSEEN } from "./hostile/hostile_fields.ts";
import { hostile, isKnown, type Look, watchedPage, WRITABLE } from "./hostile/hostile_texts.ts";
import { type Embedding, writeEmbedding } from "./hostile/write_embedding.ts";
import { writeProject } from "./hostile/write_project.ts";
import { type Signatures, writeSignatures } from "./hostile/write_signatures.ts";

/** The server, with the worker of bulk requests. */
const server = Layer.provideMerge(signatureBulkWorker, serverWithWorker);

/** Buttons of the console that open a dialog. */
const OPENS_DIALOG =
  /^(Revoke|Erase|Correct|Delete|Remove|Details|Payload|Create .*|Try with sample data|Send by email|Cancel request|Change the expiry|Change role)$/u;

/** Looks at a dialog of each kind on a page of the console. */
async function lookAtDialogs(page: Page, name: string, look: Look): Promise<void> {
  const labels = await page.locator("main button:visible").allInnerTexts();
  for (const [index, label] of labels.entries()) {
    if (!OPENS_DIALOG.test(label)) continue;
    // Each event of an audit trail has details of its own.
    if (label !== "Details" && labels.indexOf(label) !== index) continue;
    await page.locator("main button:visible").nth(index).click();
    await lookAtDialog(page, name, look);
  }
}

/** Looks at the dialog that opens, and closes it. */
async function lookAtDialog(page: Page, name: string, look: Look): Promise<void> {
  await page.getByRole("dialog").waitFor();
  await look(name);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Looks at the pages of recipients: signing, in each of its states. */
async function lookAtSigning(page: Page, base: string, signatures: Signatures, look: Look) {
  const { finished, declined, corrected, delegated, open } = signatures.requests;
  const places = {
    gate: signatures.gated.tokens[0],
    declined: declined.tokens[1],
    cancelled: corrected.tokens[1],
    delegated: delegated.tokens[0],
    replaced: corrected.tokens[0],
    done: finished.tokens[0],
    "done after a bulk request": signatures.byRole,
    "fields of a layout": signatures.laidOut,
    "fields of a bulk request": signatures.bulk,
    form: open.tokens[0],
  };
  for (const [state, token] of Object.entries(places)) {
    await page.goto(`${base}/sign/${token}`);
    await settled(page);
    await look(`sign: ${state}`);
  }
  await page.getByLabel("Type your name").fill(hostile("POST /sign/{token}/fonts characters", 80));
  await look("sign: form");
  await page.goto(signatures.inPerson);
  await look("sign: in person");
  await page.goto(signatures.signingUrl);
  await look("sign: in person, one signer");
}

/** Looks at the pages in integrators' frames: builder, form and send page. */
async function lookAtEmbedded(page: Page, embedding: Embedding, look: Look) {
  await page.goto(embedding.send);
  await page.locator(".layer").first().waitFor();
  await look("send");
  const openBuilder = async (url: string) => {
    await page.goto(url);
    await page.locator(".topbar:not([aria-hidden])").waitFor();
  };
  for (const session of [embedding.builder, embedding.saved]) {
    await openBuilder(session);
    await look("builder");
    await page.getByRole("tab", { name: "Data" }).click();
    await look("builder: data");
    for (const key of ["booking.number", "items"]) {
      await page.getByRole("tab", { name: "Data" }).click();
      await page.locator(`[data-key="${key}"]`).click();
      await look("builder: placed");
    }
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Sample data" }).click();
    await page.getByRole("button", { name: "Insert outline" }).click();
    await lookAtDialog(page, "builder: sample data", look);
  }
  await openBuilder(embedding.own);
  await page.getByRole("tab", { name: "Data" }).click();
  for (const edit of await page.getByRole("button", { name: /^Edit / }).all()) {
    await edit.click();
    await lookAtDialog(page, "builder: definition", look);
  }
  await openBuilder(embedding.einvoice);
  await page.getByRole("tab", { name: "Document" }).click();
  await page.locator("#invoice").click();
  await lookAtDialog(page, "builder: invoice", look);
  const submit = page.getByRole("button", { name: "Submit", exact: true });
  await page.goto(embedding.form);
  await submit.waitFor();
  await look("form");
  await submit.click();
  await page.getByRole("heading", { name: "Your document is ready" }).waitFor();
  await look("form: result");
}

/** Looks at all emails: as a program without any policy shows them, and in the development inbox. */
async function lookAtEmails(page: Page, base: string, look: Look) {
  await page.goto(`${base}/_dev/mail`);
  await look("inbox");
  const links = await page.getByRole("list").getByRole("link").all();
  const emails = await Promise.all(links.map((link) => link.getAttribute("href")));
  await page.goto("about:blank");
  for (const email of emails) {
    const response = await page.request.get(new URL(`${email}/email.html`, base).href);
    await page.setContent(await response.text());
    await look("email");
  }
  await page.goto(new URL(emails[0] ?? "", base).href);
  await look("inbox: email");
}

/** Looks at the pages of links and addresses that do not exist. */
async function lookAtDeadLinks(page: Page, base: string, look: Look) {
  const text = encodeURIComponent(hostile("path"));
  for (const place of [
    `/?a=${text}`,
    `/${text}`,
    `/share/${text}`,
    `/sign/${text}`,
    `/verify/${text}/${text}`,
    `/embed/builder?session=${text}`,
    `/embed/form?session=${text}`,
    `/embed/send?session=${text}`,
    `/_dev/mail/${text}`,
    `/console#problem=${text}`,
    `/console#/${text}`,
    `/console#/templates/${text}`,
    `/console/send#render=${text}`,
  ]) {
    await page.goto("about:blank");
    await page.goto(`${base}${place}`);
    await settled(page);
    await look("dead link");
  }
}

/** Looks at the page that verifies documents: of a request, and of a file. */
async function lookAtVerification(page: Page, url: string, file: Buffer, look: Look) {
  await page.goto(url);
  await look("verify");
  const name = `${hostile("file name", 200).replaceAll("/", "")}.pdf`;
  const upload = { name, mimeType: "application/pdf", buffer: file };
  await page.getByLabel("PDF file").setInputFiles(upload);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("It has the certificate of this request.").waitFor();
  await look("verify");
}

/** A header that browsers read one file name from, without characters that end it. */
const DISPOSITION =
  /^(?:inline|attachment)(?:; filename="[^"\\]*")?(?:; filename\*=UTF-8''[\w.~!$&+^`|%-]*)?$/u;

/** Asserts that browsers show no file as a page, for any name and content. */
function assertFile(path: string, { status, headers }: RawResponse) {
  assert.strictEqual(status, 200, path);
  assert.strictEqual(headers["x-content-type-options"], "nosniff", path);
  assert.match(
    headers["content-type"] ?? "",
    /^(?:application\/(?:pdf|json|zip)|image\/png|message\/rfc822|text\/csv)\b/u,
    path,
  );
  assert.match(headers["content-disposition"] ?? "inline", DISPOSITION, path);
}

const suite = describe.skipIf(CHROMIUM === undefined);
suite("Hostile texts", () => {
  layer(Layer.merge(server, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect(
      "are shown as texts on every page, and run nothing",
      () =>
        Effect.gen(function* () {
          const { accountKey, key, port, project } = yield* ApiServer;
          const base = `http://127.0.0.1:${port}`;
          const { page, pageErrors, attacks, sightings, look } = yield* watchedPage;
          const written = yield* writeProject;
          const signatures = yield* writeSignatures(written);
          const embedding = yield* writeEmbedding(signatures.drafted);
          const { finished } = signatures.requests;
          const certificate = yield* eventually(
            callAs(key, "GET", `${finished.path}/certificate`),
            ({ status }) => status === 200,
          );
          const verification = yield* Effect.promise(() =>
            scanCode(certificate.bytes, BarcodeFormat.QR_CODE),
          );
          yield* Effect.promise(async () => {
            await lookAtSigning(page, base, signatures, look);
            await page.goto(written.share.url);
            await waitForPage(page, 1);
            await look("share");
            await lookAtEmbedded(page, embedding, look);
            await lookAtEmails(page, base, look);
            await lookAtVerification(page, verification ?? "", certificate.bytes, look);
            await lookAtDeadLinks(page, base, look);
          });

          const openConsoleAs = Effect.fnUntraced(function* (credential: string) {
            const link = yield* callAs(credential, "POST", "/console/links");
            yield* Effect.promise(async () => {
              await page.goto(String(fieldsOf(link)["url"]));
              await page.getByRole("heading", { name: "Overview" }).waitFor();
              await settled(page);
            });
          });
          const lookAtConsole = (...routes: ReadonlyArray<string>) =>
            Effect.promise(async () => {
              for (const route of routes) {
                await page.goto(`${base}/console#/${route}`);
                await settled(page);
                const name = `console: ${route.replaceAll(/\/[0-9a-f-]{36}/gu, "/:id")}`;
                await look(name);
                await lookAtDialogs(page, name, look);
              }
            });
          const choose = (id: string) =>
            Effect.promise(() => page.getByRole("combobox", { name: "Project" }).selectOption(id));
          yield* openConsoleAs(accountKey);
          yield* choose(written.otherProject);
          yield* lookAtConsole("templates");
          yield* choose(project);
          const { render, document, inbound, share } = written;
          yield* lookAtConsole(
            "overview",
            "templates",
            "templates/hostile",
            "templates/replaced",
            "templates/replaced/compare/1/2",
            "renders",
            ...[render, document, inbound, ...written.batched].map((id) => `renders/${id}`),
            "shares",
            `shares/${render}/${share.id}`,
            "signatures",
            ...Object.values(signatures.requests).map(({ id }) => `signatures/${id}`),
            "webhooks",
            ...written.webhooks.map((id) => `webhooks/${id}`),
            "events",
            "usage",
            "fonts",
            "branding",
            "keys",
            "members",
          );
          yield* Effect.promise(async () => {
            for (const target of [
              `render=${written.contract}`,
              ...signatures.drafts.map((id) => `draft=${id}`),
            ]) {
              await page.goto("about:blank");
              await page.goto(
                `${base}/console/send#${new URLSearchParams([target.split("=")])}&project=${project}`,
              );
              await page.locator(".layer").first().waitFor();
              await look("console: send");
            }
          });
          yield* openConsoleAs(embedding.key);
          yield* lookAtConsole("templates", "renders", `renders/${embedding.submitted}`);

          assert.deepEqual(attacks, []);
          assert.deepEqual(pageErrors, []);
          const isSeen = (field: string, name: string) => sightings.get(field)?.has(name) ?? false;
          const missed = Object.entries(SEEN).filter((entry) => !isSeen(...entry));
          assert.deepEqual(missed, [], "not shown where they are expected");
          const shown = Object.keys(UNSEEN).filter((field) => sightings.has(field));
          assert.deepEqual(shown, [], "shown although nothing should");

          const { pathname: sharePath } = new URL(share.url);
          const [token] = finished.tokens;
          for (const path of [
            `/v1/renders/${render}/download`,
            `/v1/renders/${document}/download`,
            `/v1/renders/${document}/pages/1.png`,
            `/v1/renders/${render}/data`,
            `/v1/renders/batches/${written.batch}/result`,
            `/v1/usage.csv`,
            `${finished.path}/download`,
            `${finished.path}/download?include=certificate`,
            `${finished.path}/certificate`,
            `${finished.path}/audit`,
            `/v1/signatures/bulk/${signatures.bulkId}/result`,
            `/v1/signatures/bulk/${signatures.bulkId}/result?as=zip`,
            `${sharePath}/document.pdf`,
            `${sharePath}/document.pdf?download=1`,
            `/sign/${token}/document.pdf`,
            `/sign/${token}/signed.pdf`,
            `/sign/${token}/certificate.pdf`,
            `/sign/${token}/audit.json`,
          ]) {
            assertFile(path, yield* callAs(path.startsWith("/v1/") ? key : "", "GET", path));
          }

          const credentials = {
            account: accountKey,
            admin: ADMIN_KEY,
            embed: embedding.key,
            anyone: "",
          };
          const existing = {
            project,
            document,
            template: embedding.template,
            signingToken: signatures.laidOut,
            gatedToken: String(signatures.gated.tokens[0]),
          };
          const requests = Object.entries(REFUSED).flatMap(([name, requestsOf]) => {
            const text = hostile(name.replace(/ javascript$/u, ""));
            return requestsOf(existing, text).map((request) => [name, request] as const);
          });
          const accepted = yield* Effect.filter(
            requests,
            ([, { as, method = "POST", path, json, headers }]) => {
              const credential = as === undefined ? key : credentials[as];
              return Effect.map(
                callAs(credential, method, path, json, headers),
                ({ status }) => ![400, 401, 404, 409, 422].includes(status),
              );
            },
          );
          assert.deepEqual(accepted, [], "accepted although markup is not allowed");
        }),
      { timeout: 300_000 },
    );

    it.effect("of every field of the API have a page, or a reason why none shows them", () =>
      Effect.sync(() => {
        const listed = [SEEN, UNSEEN, REFUSED].flatMap((fields) => Object.keys(fields));
        const missing = [...WRITABLE.keys()].filter((field) => !listed.includes(field));
        assert.deepEqual(missing, [], "a new field needs a row in hostile_fields.ts");
        const unknown = listed.filter((field) => !isKnown(field.replace(/ javascript$/u, "")));
        assert.deepEqual(unknown, [], "fields that the API no longer has");
        assert.strictEqual(new Set(listed).size, listed.length);
      }),
    );
  });
});
