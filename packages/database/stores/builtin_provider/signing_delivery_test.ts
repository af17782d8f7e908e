import { assert, layer } from "@effect/vitest";
import { Signing } from "@paraph/core/builtin_provider";
import { EmailDelayed, EmailRefused, EmailUnanswered } from "@paraph/core/emails";
import {
  NO_DELIVERY_OPTIONS,
  Signatures,
  SignatureProviders,
  SignatureStore,
  SignatureWork,
  withoutAccessCode,
  withRecipientDefaults,
} from "@paraph/core/signatures";
import { SignatureRequestId } from "@paraph/core/values";
import { DateTime, Effect, Option } from "effect";
import { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import {
  requestOneSignature,
  emailsOf,
  auditOf,
  certificates,
  sendEmails,
  finish,
  PDF,
  person,
  requestSignature,
  signatureOf,
  signingServices,
  status,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

const refuse = () =>
  Effect.fail(new EmailRefused({ message: "the mail server responded with 550" }));
const delay = () =>
  Effect.fail(new EmailDelayed({ message: "the mail server responded with 451" }));

/** The events of a request for integrators, in order: the type, and the recipient. */
const eventsOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ type: string; status: string | null; error: string | null }>`
    SELECT
      type, body::json #>> '{data,recipient,status}' AS status,
      body::json #>> '{data,recipient,delivery,error}' AS error
    FROM events
    WHERE body::json #>> '{data,id}' = ${id}
    ORDER BY position`;
  return rows.map(({ type, status, error }) =>
    [type, status, error].filter((part) => part !== null),
  );
});

/** The details of the last event of an audit trail. */
const lastAudit = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient;
  const [row] = yield* sql<{ details: Readonly<Record<string, unknown>> }>`
    SELECT body::json -> 'details' AS details
    FROM signing_audit
    JOIN signing_envelopes ON signing_envelopes.id = envelope_id
    WHERE reference = ${id}
    ORDER BY seq DESC
    LIMIT 1`;
  return row?.details;
});

/** The state of each recipient of a request: the status, and the state of the email. */
const recipientStates = Effect.fnUntraced(function* (request: Parameters<typeof status>[0]) {
  const { recipients } = yield* status(request);
  return recipients.map((one) => `${one.status} ${one.delivery?.status ?? "-"}`);
});

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

layer(signingServices, options)("the emails of an envelope", (it) => {
  it.effect("are shown for each recipient as they are queued and sent", () =>
    Effect.gen(function* () {
      const { open } = yield* Signing;
      const request = yield* requestSignature({
        recipients: [person("ada"), person("bob", "Approver"), person("copy", "CC")],
        fields: [signatureOf(0)],
      });
      const deliveryStatuses = request.recipients.map(({ delivery }) => delivery?.status);
      assert.deepEqual(deliveryStatuses, ["queued", undefined, undefined]);
      assert.strictEqual(request.phase, "collecting");
      const token = yield* tokenOf(request, "ada");
      yield* sendEmails(request);
      assert.deepEqual(yield* recipientStates(request), ["invited sent", "waiting -", "waiting -"]);
      yield* open(token, VISITOR);
      assert.deepEqual((yield* recipientStates(request))[0], "viewed sent");
      yield* finish(token);
      assert.deepEqual(yield* recipientStates(request), [
        "signed sent",
        "invited queued",
        "waiting -",
      ]);
      const next = yield* tokenOf(request, "bob");
      yield* sendEmails(request);
      yield* finish(next);
      const outcome = yield* status(request);
      assert.deepEqual([outcome.status, outcome.phase], ["completed", "archived"]);
      assert.deepEqual(yield* recipientStates(request), [
        "signed sent",
        "signed sent",
        "invited queued",
      ]);
      yield* sendEmails(request, (mail) =>
        mail.to.email === "copy@example.com" ? refuse() : Effect.void,
      );
      assert.deepEqual(yield* recipientStates(request), [
        "signed sent",
        "signed sent",
        "delivery_failed failed",
      ]);
      assert.deepEqual(yield* auditOf(request.id), [
        "sent",
        "invited",
        "email_sent",
        "viewed",
        "consented",
        "signed",
        "invited",
        "email_sent",
        "consented",
        "approved",
        "finished",
        "completed",
        "email_sent",
        "email_sent",
        "email_failed",
      ]);
      const [ada, bob] = certificates.at(-1)!.recipients;
      assert.deepEqual([ada?.invitation, bob?.invitation], ["sent", "sent"]);
    }),
  );

  it.effect("show a refused invitation, whose recipient can still sign", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      const token = yield* tokenOf(request, "ada");
      yield* sendEmails(request, refuse);
      const [ada] = (yield* status(request)).recipients;
      assert.deepInclude(ada, { status: "delivery_failed" });
      assert.deepInclude(ada?.delivery, {
        status: "failed",
        error: "the mail server responded with 550",
      });
      assert.isTrue(DateTime.isGreaterThan(ada!.delivery!.at, request.createdAt));
      assert.deepEqual(yield* eventsOf(request.id), [
        ["signature.sent"],
        ["signature.delivery_failed", "delivery_failed", "the mail server responded with 550"],
      ]);
      assert.deepEqual(yield* lastAudit(request.id), {
        recipientId: ada?.id,
        purpose: "invite",
        email: "ada@example.com",
        error: "the mail server responded with 550",
      });
      yield* finish(token);
      const outcome = yield* status(request);
      assert.strictEqual(outcome.status, "completed");
      assert.strictEqual(outcome.recipients[0]?.status, "signed");
      const certificate = certificates.at(-1)!;
      assert.strictEqual(certificate.recipients[0]?.invitation, "failed");
      const failures = certificate.events.filter(({ type }) => type === "email_failed");
      assert.deepEqual(
        failures.map(({ email }) => email),
        ["ada@example.com"],
      );
    }),
  );

  it.effect("inform the sender of failures and of the end, each once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const withReplyTo = Effect.fnUntraced(function* (branding: object) {
        const request = yield* requestOneSignature();
        yield* sql`
          UPDATE projects
          SET branding = ${JSON.stringify(branding)}::jsonb, language = 'de'
          WHERE id = ${request.projectId}`;
        return request;
      });
      const toSender = Effect.fnUntraced(function* (request: { readonly renderId: string }) {
        const emails = yield* emailsOf(request);
        return emails.filter(({ to }) => to === "sales@acme.example").map(({ subject }) => subject);
      });
      const branding = { name: "Acme", replyTo: "sales@acme.example" };
      const request = yield* withReplyTo(branding);
      const token = yield* tokenOf(request, "ada");
      yield* sendEmails(request, refuse);
      // The email to the sender is refused too, which causes no other email.
      yield* sendEmails(request, refuse);
      assert.deepEqual(yield* toSender(request), ["E-Mail nicht zugestellt: Contract"]);
      yield* finish(token);
      yield* status(request);
      yield* status(request);
      assert.deepEqual(yield* toSender(request), [
        "E-Mail nicht zugestellt: Contract",
        "Abgeschlossen: Contract",
      ]);

      const declined = yield* withReplyTo(branding);
      const { decline } = yield* Signing;
      const declinedToken = yield* tokenOf(declined, "ada");
      yield* decline(declinedToken, { reason: "The price\nis wrong" }, VISITOR);
      yield* status(declined);
      assert.deepEqual(yield* toSender(declined), ["Abgelehnt: Contract"]);
      const [letter] = yield* sql<{ opening: string; quote: string; page: string }>`
        SELECT
          letter ->> 'opening' AS opening, letter ->> 'quote' AS quote,
          substring(letter -> 'action' ->> 'url' FROM '#.*') AS page
        FROM mails
        WHERE render_id = ${declined.renderId}
          AND recipient_email = ${branding.replyTo}`;
      assert.deepEqual(letter, {
        opening: "ada Lovelace hat „Contract“ abgelehnt.",
        quote: "The price\nis wrong",
        page: `#/signatures/${declined.id}`,
      });

      const silent = yield* withReplyTo({});
      yield* sendEmails(silent, refuse);
      assert.lengthOf(yield* emailsOf(silent), 1);
    }),
  );

  it.effect("are given up at once and reported when they cannot be read", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      const sql = yield* SqlClient.SqlClient;
      yield* sql`
        UPDATE mails
        SET expires_at = 'infinity'
        WHERE render_id = ${request.renderId}`;
      yield* sendEmails(request);
      const error = "the stored email cannot be read";
      assert.deepEqual(yield* eventsOf(request.id), [
        ["signature.sent"],
        ["signature.delivery_failed", "delivery_failed", error],
      ]);
      assert.deepInclude(yield* lastAudit(request.id), { email: "ada@example.com", error });
    }),
  );

  it.effect("stay queued with the reason while they are retried", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      yield* sendEmails(request, delay);
      const [late] = (yield* status(request)).recipients;
      assert.deepInclude(late, { status: "invited" });
      assert.deepInclude(late?.delivery, {
        status: "queued",
        error: "the mail server responded with 451",
      });
      yield* sendEmails(request);
      const [ada] = (yield* status(request)).recipients;
      assert.deepEqual(Object.keys(ada?.delivery ?? {}), ["status", "at"]);
      assert.strictEqual(ada?.delivery?.status, "sent");
      assert.deepEqual(yield* auditOf(request.id), ["sent", "invited", "email_sent"]);
      assert.deepEqual(yield* eventsOf(request.id), [["signature.sent"]]);
    }),
  );

  it.effect("count as sent without a response of the mail server, and the trail records that", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      yield* sendEmails(request, (_, handOver) =>
        Effect.andThen(handOver, new EmailUnanswered({ message: "silence" })),
      );
      assert.deepEqual(yield* recipientStates(request), ["invited sent"]);
      assert.deepInclude(yield* lastAudit(request.id), { purpose: "invite", confirmed: false });
    }),
  );

  it.effect("are shown as never sent when the invitation was withdrawn in time", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      yield* (yield* Signatures).cancel(request.projectId, request.id, {});
      const outcome = yield* status(request);
      assert.strictEqual(outcome.phase, "ended");
      assert.isNull(outcome.recipients[0]?.delivery);
      yield* sendEmails(request);
      assert.deepEqual(yield* auditOf(request.id), ["sent", "invited", "cancelled"]);
    }),
  );

  it.effect("are reported after signature.sent when refused before the request is shown", () =>
    Effect.gen(function* () {
      const { projectId, renderId, createdAt } = yield* requestOneSignature();
      const store = yield* SignatureStore;
      const { createAndSend } = Option.getOrThrow((yield* SignatureProviders).current);
      const id = SignatureRequestId.make(yield* (yield* SecureRandom.SecureRandom).uuidV7());
      const recipients = withRecipientDefaults([person("eve")]);
      const addressees = recipients.map(withoutAccessCode);
      const common = {
        projectId,
        renderId,
        name: "Early",
        expirationHours: 1,
        options: NO_DELIVERY_OPTIONS,
        expiresAt: DateTime.add(createdAt, { hours: 1 }),
      };
      yield* store.add({ ...common, id, provider: "builtin", addressees, createdAt });
      yield* createAndSend({
        ...common,
        reference: id,
        pdf: PDF,
        sha256: "0".repeat(64),
        recipients,
        fields: [],
      });
      yield* sendEmails({ renderId }, refuse);
      assert.deepEqual(yield* eventsOf(id), []);
      const { run } = yield* SignatureWork;
      yield* run({ id, claim: "", failures: 0, traceParent: null });
      assert.deepEqual(
        (yield* eventsOf(id)).map(([type]) => type),
        ["signature.sent", "signature.delivery_failed"],
      );
    }),
  );

  it.effect("are recorded in an unbroken trail while their recipients sign concurrently", () =>
    Effect.gen(function* () {
      const names = ["ada", "bob", "eve", "joe"];
      const requests = yield* Effect.replicateEffect(
        requestSignature({
          recipients: names.map((name) => person(name)),
          fields: names.map((_, index) => signatureOf(index)),
        }),
        3,
      );
      const signAll = Effect.fnUntraced(function* (request: (typeof requests)[number]) {
        for (const [index, name] of names.entries()) {
          const token = yield* tokenOf(request, name);
          const accept = index % 2 === 0 ? refuse : undefined;
          const email = sendEmails(request, accept, `${name}@example.com`);
          yield* Effect.all([email, email, finish(token)], { concurrency: "unbounded" });
        }
        return yield* status(request);
      });
      const outcomes = yield* Effect.forEach(requests, signAll, { concurrency: "unbounded" });
      assert.deepEqual(
        outcomes.map((request) => request.status),
        ["completed", "completed", "completed"],
      );
    }),
  );
});
