import { assert, describe, layer } from "@effect/vitest";
import { Effect, Layer, Schedule } from "effect";
import { SqlClient } from "effect/sql";
import type { Page } from "playwright-core";

import { ApiServer, browserServer, MAIL_SECRET } from "../../packages/http/_testing/api_server.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { CHROMIUM, Chromium } from "../support/browser.ts";
import { LETTER } from "../support/share_visit.ts";
import {
  parts,
  PHONE,
  sendForSignature,
  visitToSign,
  waitForCompletion,
} from "../support/signing/signing_visit.ts";
import { accessibilityIssues } from "./accessibility.ts";
import { MARKUP, openConsole, openSignature } from "./console_project.ts";

const WRONG = "ada@example.com";
const RIGHT = "ada.lovelace@example.com";

/** Reports that the last email to an address bounced, as Postmark does. */
const bounce = Effect.fnUntraced(function* (renderHas: string) {
  const { port } = yield* ApiServer;
  const sql = yield* SqlClient.SqlClient;
  const lastEmail = sql<{ readonly id: string; readonly status: string }>`
    SELECT mails.id, mails.status
    FROM mails
    JOIN signature_requests USING (render_id)
    WHERE signature_requests.id = ${renderHas}
    ORDER BY mails.id DESC
    LIMIT 1`;
  const [email] = yield* Effect.repeat(lastEmail, {
    until: ([first]) => first?.status === "sent",
    schedule: Schedule.spaced("20 millis"),
  });
  const response = yield* send(port, {
    method: "POST",
    path: "/v1/hooks/mail/bounce",
    headers: { authorization: `Bearer ${MAIL_SECRET}`, "content-type": "application/json" },
    body: JSON.stringify({
      RecordType: "Bounce",
      Type: "HardBounce",
      Details: "smtp;550 5.1.1 The email account does not exist",
      Metadata: { "paraph-email": email?.id },
    }),
  });
  assert.deepEqual([response.status, response.json], [200, { received: true }]);
});

/** The value of a field for local times, some days from now. */
const inDays = (page: Page, days: number) =>
  page.evaluate((later) => {
    const at = new Date(Date.now() + later * 86_400_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, days);

/** Whether the page is no wider than its window, and accessible. */
async function assertGoodPage(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.strictEqual(overflow, 0);
  assert.deepEqual(await accessibilityIssues(page), []);
}

describe.skipIf(CHROMIUM === undefined)("A signature request in the console", () => {
  layer(Layer.merge(browserServer, Chromium.layer), { excludeTestServices: true })((it) => {
    it.effect.each([
      ["desktop", { viewport: { width: 1080, height: 900 } }],
      ["phone in the dark", { ...PHONE, colorScheme: "dark" }],
    ] as const)("shows a bounce, and is repaired, on a %s", ([, device]) =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const request = yield* sendForSignature(LETTER);
        yield* bounce(request.id);
        const { page, pageErrors } = yield* openConsole(key, device);
        const recipients = page.getByRole("table", { name: "Recipients" });
        const ada = recipients.getByRole("row", { name: "Ada" });
        yield* Effect.promise(async () => {
          await openSignature(page, request.id);
          await ada.getByText("delivery failed").waitFor();
          await ada.getByText("the email bounced (5.1.1)").waitFor();
          await assertGoodPage(page);
          // The buttons of a recipient are side by side, in the window of the table.
          const [correct, again] = await Promise.all(
            ["Correct", "Send again"].map((name) =>
              ada.getByRole("button", { name }).boundingBox(),
            ),
          );
          assert.strictEqual(correct?.y, again?.y);
          const hidden = await page
            .locator(".card.table")
            .evaluateAll((tables) =>
              tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
            );
          assert.deepStrictEqual(hidden, [0, 0]);
          await ada.getByRole("button", { name: "Send again" }).click();
          await page.getByText("The invitation is sent again.").waitFor();
          // The page follows the email.
          await ada.getByText("sent", { exact: true }).waitFor();
          await ada.getByText("invited").waitFor();
        });
        yield* bounce(request.id);
        yield* Effect.promise(async () => {
          await page.reload();
          await ada.getByText("delivery failed").waitFor();
          await ada.getByRole("button", { name: "Correct" }).click();
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel("Email address").fill(RIGHT);
          await dialog.getByLabel("Reason").fill("The address does not exist");
          await assertGoodPage(page);
          await dialog.getByRole("button", { name: "Correct" }).click();
          await ada.getByText(RIGHT).waitFor();
          await page.getByRole("button", { name: "Send reminder" }).click();
          await page.getByText("Reminders sent: 1").waitFor();
          await page.getByRole("button", { name: "Send reminder" }).click();
          await page.getByText("No reminder was sent.").waitFor();

          const before = await page.locator("dd time").last().getAttribute("datetime");
          await page.getByRole("button", { name: "Change the expiry" }).click();
          const expiry = dialog.getByLabel("Expires");
          const shown = await page.evaluate<string>(
            "new Date(document.querySelector('dialog input').value).toISOString().slice(0, 10)",
          );
          assert.include(before, shown);
          await expiry.fill(await inDays(page, -1));
          await dialog.getByRole("button", { name: "Change the expiry" }).click();
          await dialog.getByText("Is in the past").waitFor();
          await expiry.and(page.locator(":focus")).waitFor();
          await assertGoodPage(page);
          await expiry.fill(await inDays(page, 60));
          await dialog.getByRole("button", { name: "Change the expiry" }).click();
          await page.getByText("The expiry was changed.").waitFor();
          const trail = page.getByRole("table", { name: "Audit trail" });
          for (const event of ["email failed", "resent", "recipient changed", "reminded"])
            await trail.getByText(event).first().waitFor();
          await trail.getByRole("row", { name: "reminded" }).getByText(RIGHT).waitFor();
          await trail.getByText("extended").waitFor();
          await assertGoodPage(page);
        });
        const signer = yield* visitToSign(yield* request.urlOf(RIGHT), device);
        yield* Effect.promise(async () => {
          const { consent, finish, name } = parts(signer.page);
          await consent.check();
          await name.fill("Ada Lovelace");
          await finish.click();
          await waitForCompletion(signer.page);
        });
        assert.strictEqual(yield* request.awaitStatus("completed"), "completed");
        const stranger = yield* Effect.promise(() => page.request.get(request.url));
        assert.strictEqual(stranger.status(), 404);
        assert.notStrictEqual(yield* request.urlOf(WRONG), yield* request.urlOf(RIGHT));
        for (const errors of [pageErrors, signer.pageErrors]) assert.deepEqual(errors, []);
      }),
    );

    it.effect("shows what a recipient wrote, without running it", () =>
      Effect.gen(function* () {
        const { key } = yield* ApiServer;
        const request = yield* sendForSignature(LETTER);
        const signer = yield* visitToSign(request.url);
        yield* Effect.promise(async () => {
          const { decline } = parts(signer.page);
          await decline.click();
          await signer.page.getByLabel("Reason").fill(MARKUP);
          await decline.click();
          await signer.page.getByRole("heading", { name: "This document was declined" }).waitFor();
          assert.isUndefined(await signer.page.evaluate("globalThis.hasRun"));
        });
        const { page, pageErrors } = yield* openConsole(key);
        yield* Effect.promise(async () => {
          await openSignature(page, request.id);
          const trail = page.getByRole("table", { name: "Audit trail" });
          const declined = trail.getByRole("row", { name: "declined" });
          await declined.getByRole("button", { name: "Details" }).click();
          await page.getByRole("dialog").getByText(MARKUP).waitFor();
          assert.isUndefined(await page.evaluate("globalThis.hasRun"));
        });
        for (const errors of [pageErrors, signer.pageErrors]) assert.deepEqual(errors, []);
      }),
    );
  });
});
