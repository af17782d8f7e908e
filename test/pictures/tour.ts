import * as fs from "node:fs";
import * as path from "node:path";

import { Effect, Equal } from "effect";
import type { Page } from "playwright-core";

import { ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { Chromium } from "../support/browser.ts";
import { type BuilderVisit, visitBuilder } from "../support/builder_visit.ts";
import { caller } from "../support/deployment.ts";
import { formUrl, newIntegrator, visitForm, serverWithWorker } from "../support/embed_visit.ts";
import { renderFiles, renderingServices, ROOT } from "../support/example_drawing.ts";
import { visit } from "../support/share_visit.ts";
import { eventually, tokenOf } from "../support/signing/signing_by_email.ts";
import {
  fieldAt,
  parts,
  waitForCompletion,
  visitToSign,
} from "../support/signing/signing_visit.ts";
import { pagesOf } from "./paper.ts";
import { contactSheet } from "./pixels.ts";
import { readPng } from "./png.ts";
import { save } from "./save.ts";

const OUTPUT_DIR = "examples/pictures";

/** A desktop window, with a higher resolution than it is shown in. */
const WINDOW = { viewport: { width: 1200, height: 780 }, deviceScaleFactor: 1.25, locale: "en-US" };

const json = (example: string, file: string): Readonly<Record<string, unknown>> =>
  JSON.parse(fs.readFileSync(path.join(ROOT, "examples", example, file), "utf8"));

/** An example that the server has rendered, under another name. */
const renderExample = Effect.fnUntraced(function* (example: string, filename: string) {
  const folder = `gallery/${example}`;
  const [content, data] = [json(folder, "template.json"), json(folder, "data.json")];
  yield* call("PUT", `/v1/templates/${example}`, content);
  const body = { data, options: { sync: true, filename } };
  return String(fieldsOf(yield* call("POST", `/v1/templates/${example}/render`, body))["id"]);
});

/** Ends a transition that `animations` does not reach. */
const STILL = "progress::-webkit-progress-value { transition: none !important }";

/** Writes a screenshot. */
const shoot = Effect.fnUntraced(function* (page: Page, name: string) {
  const png = yield* Effect.promise(async () => {
    await page.mouse.move(0, 0);
    return page.screenshot({ animations: "disabled", caret: "hide", style: STILL });
  });
  save(`${OUTPUT_DIR}/${name}.png`, readPng(png), 128);
});

const invoice = renderFiles(
  "examples/gallery/invoice/template.json",
  "examples/gallery/invoice/data.json",
).pipe(
  Effect.map(({ bytes }) =>
    save(`${OUTPUT_DIR}/invoice.png`, contactSheet(pagesOf(bytes, { width: 620 }), 24)),
  ),
  Effect.provide(renderingServices),
);

const share = Effect.gen(function* () {
  const { port } = yield* ApiServer;
  const render = yield* renderExample("invoice", "Invoice NL-2026-0417.pdf");
  const response = yield* call("POST", `/v1/renders/${render}/shares`, {
    message: "Dear Karen, this is our invoice for the spring. Kind regards, Jonas",
  });
  const url = `http://127.0.0.1:${port}/share/${String(fieldsOf(response)["shareToken"])}`;
  const { page } = yield* visit(url, WINDOW);
  yield* shoot(page, "share_page");
}).pipe(Effect.scoped);

const signing = Effect.gen(function* () {
  const { port, project, accountKey } = yield* ApiServer;
  yield* caller(port, accountKey)("PATCH", `/v1/projects/${project}`, { name: "Okafor & Reyes" });
  const email = "ingrid@bergstrom.example";
  const signatureResponse = yield* call("POST", "/v1/signatures", {
    renderId: yield* renderExample("contract", "Consulting agreement.pdf"),
    name: "Consulting agreement",
    recipients: [{ firstName: "Ingrid", lastName: "Bergström", email }],
    fields: [
      fieldAt("signature", 12, 49.8, { height: 4.6, width: 30, page: 2 }),
      fieldAt("date", 12, 59.5, { page: 2 }),
    ],
  });
  const request = `/v1/signatures/${String(fieldsOf(signatureResponse)["id"])}`;
  const token = yield* tokenOf(email, /Consulting agreement/u);
  const { page } = yield* visitToSign(`http://127.0.0.1:${port}/sign/${token}`, WINDOW);
  const { name, consent, finish } = parts(page);
  yield* Effect.promise(async () => {
    await consent.check();
    await name.fill("Ingrid Bergström");
    await page
      .locator(".field")
      .first()
      .evaluate((field) => field.scrollIntoView({ block: "center" }));
  });
  yield* shoot(page, "sign_page");
  yield* Effect.promise(async () => {
    await finish.click();
    await waitForCompletion(page);
  });
  const status = Effect.map(call("GET", request), (response) => fieldsOf(response)["status"]);
  yield* eventually(status, (value) => Equal.equals(value, "completed"));
  const signedPages = pagesOf((yield* call("GET", `${request}/download`)).bytes, {
    width: 620,
  }).slice(-1);
  const certificate = pagesOf(
    (yield* call("GET", `${request}/certificate`)).bytes,
    { width: 620 },
    1,
  );
  save(`${OUTPUT_DIR}/signed.png`, contactSheet([...signedPages, ...certificate], 24));
}).pipe(Effect.scoped);

const builder = Effect.gen(function* () {
  const publish = (callApi: BuilderVisit["callApi"]) =>
    Effect.map(
      callApi("PUT", "/v1/templates/receipt", json("guide/receipt", "template.json")),
      ({ id }) => ({ scope: { mode: "edit", templateExternalId: String(id) } }),
    );
  const { page, builder } = yield* visitBuilder(publish, WINDOW);
  yield* Effect.promise(async () => {
    await builder.locator(".selectable[title='items']").first().click();
  });
  yield* shoot(page, "builder");
}).pipe(Effect.scoped);

const form = Effect.gen(function* () {
  const integrator = yield* newIntegrator;
  const content = json("guide/inspection", "template.json");
  const response = yield* integrator.call("PUT", "/v1/templates/inspection", content);
  const url = yield* formUrl(integrator, String(fieldsOf(response)["id"]), {
    form: { showPreview: true, prefill: json("guide/inspection", "data.json") },
  });
  const { page } = yield* visitForm(url, WINDOW);
  yield* Effect.promise(async () => {
    await page.getByLabel("Mileage").fill("84,213");
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.locator("canvas").first().waitFor();
  });
  yield* shoot(page, "form");
}).pipe(Effect.scoped);

/** Takes the screenshots of the tour on a server in this process. */
export const tourPictures = Effect.all([invoice, share, signing, builder, form]).pipe(
  Effect.provide([serverWithWorker, Chromium.layer]),
  Effect.ensuring(Chromium.close),
);
