import * as fs from "node:fs";

import { Effect, Equal, Schedule, Schema } from "effect";
import { SqlClient } from "effect/sql";
import type { BrowserContextOptions, Page } from "playwright-core";

import { submitInvoice } from "../../../packages/http/_testing/api_client.ts";
import { ApiServer } from "../../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { succeedRender } from "../../../packages/http/_testing/succeeded_render.ts";
import { openPage } from "../browser.ts";
import { caller } from "../deployment.ts";
import { waitForPage } from "../share_visit.ts";
import { eventually, emailsIn } from "./signing_by_email.ts";

/** An integrator's request: the recipients and their fields. */
export interface SignatureOptions {
  readonly recipients?: ReadonlyArray<object>;
  readonly fields?: ReadonlyArray<object>;
  readonly allowDelegation?: boolean;
}

/** A field of the first recipient on the first page. */
export const fieldAt = (type: string, x: number, y: number, more: object = {}) => ({
  recipientIndex: 0,
  page: 1,
  type,
  x,
  y,
  width: 25,
  height: 3,
  required: true,
  ...more,
});

const ADA = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

/** The default fields of tests. */
export const ALL_FIELDS = [
  fieldAt("signature", 10, 58, { height: 6 }),
  fieldAt("initial", 45, 58, { width: 10, height: 4 }),
  fieldAt("date", 65, 58),
  fieldAt("text", 10, 70),
  fieldAt("checkbox", 45, 70, { width: 2.4, height: 1.7 }),
  fieldAt("dropdown", 65, 70, { options: ["Monthly", "Yearly"] }),
  fieldAt("radio_buttons", 10, 78, { options: ["Standard", "Express"] }),
  fieldAt("text_area", 45, 78, { width: 45, height: 8, required: false }),
];

const QueuedEmails = Schema.Array(
  Schema.Struct({ id: Schema.String, to: Schema.String, subject: Schema.String }),
);

let counter = 0;

/** A document that was sent for signature, and its status. */
export const sendForSignature = Effect.fnUntraced(function* (
  pdf: Uint8Array,
  {
    recipients = [ADA],
    fields = [fieldAt("signature", 10, 58, { height: 6 })],
    ...options
  }: SignatureOptions = {},
) {
  const { port, key, outbox } = yield* ApiServer;
  const call = caller(port, key);
  const { id: renderId } = yield* submitInvoice(`signed-${counter++}`);
  yield* succeedRender(renderId, pdf);
  const body = { renderId, name: "Framework agreement", recipients, fields, ...options };
  const { id } = fieldsOf(yield* call("POST", "/v1/signatures", body));
  const sql = yield* SqlClient.SqlClient;
  const queuedEmails = Effect.gen(function* () {
    const rows = yield* sql`
      SELECT id, recipient_email AS "to", letter ->> 'subject' AS subject
      FROM mails WHERE render_id = ${renderId} ORDER BY id`;
    return yield* Schema.decodeUnknownEffect(QueuedEmails)(rows);
  });
  /** The URL on this server of the link in the last email to a recipient. */
  const urlOf = Effect.fnUntraced(function* (email: string) {
    const emails = Effect.gen(function* () {
      const ids = new Set((yield* queuedEmails).map(({ id }) => id));
      const messages = yield* emailsIn(outbox, email);
      return messages.filter((mail) => mail.to === email && ids.has(mail.id));
    });
    const inbox = yield* eventually(emails, (messages) => messages.length > 0);
    return `http://127.0.0.1:${port}/sign/${inbox.at(-1)?.token}`;
  });
  /** Whether the request has queued an email to an address. */
  const hasEmail = (email: string) =>
    Effect.map(queuedEmails, (emails) => emails.some(({ to }) => to === email));
  const status = Effect.map(call("GET", `/v1/signatures/${String(id)}`), fieldsOf);
  return {
    id: String(id),
    urlOf,
    hasEmail,
    url: yield* urlOf("ada@example.com"),
    status,
    cancel: call("POST", `/v1/signatures/${String(id)}/cancel`, { reason: "A mistake" }),
    /** Waits until the request has this status. */
    awaitStatus: (expected: string) =>
      Effect.map(status, (request) => String(request["status"])).pipe(
        Effect.repeat({
          until: (now) => Equal.equals(now, expected),
          schedule: Schedule.spaced("50 millis"),
        }),
        Effect.timeoutOrElse({
          duration: "30 seconds",
          orElse: () => Effect.map(status, (request) => JSON.stringify(request)),
        }),
      ),
  };
});

/** The browser of a phone. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};

/** Opens a signing link as its recipient and waits until the document is rendered. */
export const visitToSign = Effect.fnUntraced(function* (
  url: string,
  options: BrowserContextOptions = {},
) {
  const browserPage = yield* openPage(options);
  yield* Effect.promise(() => browserPage.page.goto(url));
  yield* Effect.promise(() => waitForPage(browserPage.page, 1));
  return browserPage;
});

/** The parts of a signing page by their labels. */
export const parts = (page: Page) => ({
  name: page.getByLabel("Type your name"),
  consent: page.getByRole("checkbox", { name: "I agree to sign electronically", exact: true }),
  finish: page.getByRole("button", { name: "Finish", exact: true }),
  decline: page.getByRole("button", { name: "Decline", exact: true }),
  /** The button that leads to the next field, and finishes. */
  primary: page.locator("#primary"),
  field: (name: string) => page.locator(".field .control").and(page.getByLabel(name)),
});

/** Settles when the page shows that its recipient has finished. */
export function waitForCompletion(page: Page): Promise<void> {
  return page.getByRole("heading", { name: /^Thank you/ }).waitFor();
}

/** Waits for the download that the page offers, and returns it. */
export async function downloadCopy(page: Page): Promise<Buffer> {
  const link = page.getByRole("link", { name: "Download a copy" });
  await link.waitFor();
  const saving = page.waitForEvent("download");
  await link.click();
  return fs.readFileSync(await (await saving).path());
}

/** Draws a line on the pad with a mouse. */
export async function draw(page: Page): Promise<void> {
  const box = await page.getByRole("img", { name: "Your drawing" }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step < 20; step++) await page.mouse.move(x + 8 * step, y + 30 * (step % 2));
  await page.mouse.up();
}
