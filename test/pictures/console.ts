import * as fs from "node:fs";
import * as path from "node:path";

import { Effect } from "effect";
import type { Page } from "playwright-core";

import { ADMIN_KEY, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { inviteMember } from "../../packages/http/_testing/console_visit.ts";
import { callAs } from "../../packages/http/_testing/embedding.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { openConsole, settled } from "../pages/console_project.ts";
import { Chromium, openPage } from "../support/browser.ts";
import { serverWithWorker } from "../support/embed_visit.ts";
import { ROOT } from "../support/example_drawing.ts";
import { fieldAt } from "../support/signing/signing_visit.ts";
import { contactSheet, type Pixels } from "./pixels.ts";
import { readPng } from "./png.ts";
import { save } from "./save.ts";

const OUTPUT_DIR = "docs/guides/pictures";
const FONT = "node_modules/@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf";

/** The looks of a page, next to each other in its picture. */
const LOOKS = [
  { viewport: { width: 1080, height: 720 }, colorScheme: "light" },
  { viewport: { width: 1080, height: 720 }, colorScheme: "dark" },
  { viewport: { width: 360, height: 720 }, colorScheme: "light" },
] as const;

const json = (file: string): Readonly<Record<string, unknown>> =>
  JSON.parse(fs.readFileSync(path.join(ROOT, "examples/gallery", file), "utf8"));

const post = (url: string, body: object) => Effect.map(call("POST", url, body), fieldsOf);

/** A project with templates, documents, shares, signature requests, a webhook, a font and members. */
const fillProject = Effect.gen(function* () {
  const { accountKey, project } = yield* ApiServer;
  const render = Effect.fnUntraced(function* (example: string, filename: string) {
    const options = { sync: true, filename };
    const data = json(`${example}/data.json`);
    return String((yield* post(`/v1/templates/${example}/render`, { data, options }))["id"]);
  });
  for (const example of ["invoice", "contract", "quote"])
    yield* call("PUT", `/v1/templates/${example}`, json(`${example}/template.json`));
  yield* call("PUT", "/v1/templates/invoice", json("invoice/template.json"));
  const contract = yield* render("contract", "Consulting agreement.pdf");
  yield* render("quote", "Quote 2026-118.pdf");
  const invoice = yield* render("invoice", "Invoice NL-2026-0417.pdf");
  const share = yield* post(`/v1/renders/${invoice}/shares`, {
    message: "Dear Karen, this is our invoice for the spring.",
  });
  const signature = yield* post("/v1/signatures", {
    renderId: contract,
    name: "Consulting agreement",
    recipients: [
      { firstName: "Ingrid", lastName: "Bergström", email: "ingrid@bergstrom.example" },
      { firstName: "Daniel", lastName: "Okafor", email: "daniel@okafor.example" },
    ],
    fields: [
      fieldAt("signature", 12, 49.8, { height: 4.6, width: 30, page: 2 }),
      { ...fieldAt("signature", 55, 49.8, { height: 4.6, width: 30, page: 2 }), recipientIndex: 1 },
    ],
  });
  yield* post("/v1/webhooks", { url: "https://erp.acme.example/hooks/paraph" });
  const data = fs.readFileSync(path.join(ROOT, FONT)).toString("base64");
  yield* post("/v1/fonts", { name: "Roboto", data });
  yield* inviteMember(accountKey, "ada@acme.example", "owner");
  yield* inviteMember(accountKey, "tom@acme.example", "editor");
  yield* inviteMember(accountKey, "vera@acme.example", "viewer");
  yield* callAs(accountKey, "PATCH", `/v1/projects/${project}`, {
    name: "Acme",
    branding: { name: "Acme Ltd.", primaryColor: "#0b6e4f", replyTo: "office@acme.example" },
  });
  return { invoice, share: String(share["id"]), signature: String(signature["id"]) };
});

/** A screenshot of the window. */
const shoot = async (page: Page): Promise<Pixels> => {
  await page.mouse.move(0, 0);
  return readPng(await page.screenshot({ animations: "disabled", caret: "hide" }));
};

/** Opens a page of the console, and waits until it shows its data. */
async function open(page: Page, route: string): Promise<void> {
  const [base = ""] = page.url().split("#");
  await page.goto(`${base}#/${route}`);
  await settled(page);
  if (route === "system") {
    await page.getByLabel("Admin key").fill(ADMIN_KEY);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await settled(page);
  }
  await page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)");
}

/**
 * Takes a picture of each page of the console: light, dark and on a phone.
 *
 * @param names The names of the pages; none for all.
 */
export const consolePictures = Effect.fnUntraced(
  function* (names: ReadonlyArray<string>) {
    const { accountKey, port, project } = yield* ApiServer;
    const { invoice, share, signature } = yield* fillProject;
    const routes = {
      overview: "overview",
      templates: "templates",
      template: "templates/invoice",
      renders: "renders",
      render: `renders/${invoice}`,
      shares: "shares",
      share: `shares/${invoice}/${share}`,
      signatures: "signatures",
      signature: `signatures/${signature}`,
      webhooks: "webhooks",
      events: "events",
      usage: "usage",
      fonts: "fonts",
      branding: "branding",
      keys: "keys",
      members: "members",
      audit: "audit",
      system: "system",
    };
    const visits = yield* Effect.forEach(LOOKS, (look) => openConsole(accountKey, look));
    for (const { page } of visits)
      yield* Effect.promise(async () => {
        await page.getByRole("combobox", { name: "Project" }).selectOption(project);
        await settled(page);
      });
    for (const [name, route] of Object.entries(routes)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const looks = yield* Effect.forEach(visits, ({ page }) =>
        Effect.promise(async () => {
          await open(page, route);
          return shoot(page);
        }),
      );
      save(`${OUTPUT_DIR}/console_${name}.png`, contactSheet(looks, 16), 64);
    }
    if (names.length > 0 && !names.includes("sign_in")) return;
    const signIn = yield* Effect.forEach(LOOKS, (look) =>
      Effect.gen(function* () {
        const { page } = yield* openPage({ ...look, locale: "en-US" });
        return yield* Effect.promise(async () => {
          await page.goto(`http://127.0.0.1:${port}/console`);
          await page.getByRole("heading", { name: "Sign in to Paraph" }).waitFor();
          return shoot(page);
        });
      }),
    );
    save(`${OUTPUT_DIR}/console_sign_in.png`, contactSheet(signIn, 16), 64);
  },
  Effect.scoped,
  Effect.provide([serverWithWorker, Chromium.layer]),
  Effect.ensuring(Chromium.close),
);
