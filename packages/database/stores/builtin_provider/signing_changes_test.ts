import { assert, layer } from "@effect/vitest";
import { Signing } from "@paraph/core/builtin_provider";
import { EmailRefused } from "@paraph/core/emails";
import { SignatureProviders, Signatures } from "@paraph/core/signatures";
import { Array, DateTime, Effect, Option, Result, Schema } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import {
  auditOf,
  certificates,
  deliver,
  emailsOf,
  finish,
  person,
  requestOneSignature,
  requestSignature,
  runSignatureWork,
  sendEmails,
  signatureOf,
  signingServices,
  status,
  submissionOf,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

type Request = Effect.Success<ReturnType<typeof requestSignature>>;

/** The types of a request's events, with the recipients that they name. */
const eventsOf = Effect.fnUntraced(function* ({ id }: Request) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ type: string; name: string | null }>`
    SELECT type, body::json -> 'data' -> 'recipient' ->> 'firstName' AS name
    FROM events
    WHERE body::json -> 'data' ->> 'id' = ${id}
    ORDER BY id`;
  return rows.map(({ type, name }) => (name === null ? type : `${type} ${name}`));
});

const ID = "01900000-0000-7000-8000-000000000000";

layer(signingServices, { timeout: "60 seconds" })("changes of a sent request", (it) => {
  it.effect("reminds those whose turn it is, at most once an hour", () =>
    Effect.gen(function* () {
      const { remind } = yield* Signatures;
      const request = yield* requestSignature({
        recipients: [
          { ...person("ada"), step: 1 },
          { ...person("bob"), step: 1 },
          { ...person("cleo"), step: 2 },
        ],
        fields: [signatureOf(0), signatureOf(1), signatureOf(2)],
        message: "By Friday",
      });
      const { id, projectId, recipients } = request;
      yield* deliver(request);
      yield* finish(yield* tokenOf(request, "bob"));
      const calls = yield* Effect.all(
        Array.makeBy(8, () => remind(projectId, id)),
        { concurrency: "unbounded" },
      );
      const reminded = calls.flatMap((call) => call.reminded);
      assert.deepEqual(reminded, [recipients[0]!.id]);
      assert.deepEqual(yield* remind(projectId, id), { reminded: [] });
      const reminder = (yield* emailsOf(request)).at(-1);
      assert.deepInclude(reminder, { to: "ada@example.com" });
      assert.match(reminder!.subject, /^Reminder: /u);
      yield* TestClock.adjust("61 minutes");
      assert.lengthOf((yield* remind(projectId, id)).reminded, 1);
      // The reminder that was still queued is replaced.
      const toAda = (yield* emailsOf(request)).filter(({ to }) => to === "ada@example.com");
      assert.deepEqual(
        toAda.map((email) => email.status),
        ["sent", "cancelled", "queued"],
      );
      assert.deepEqual(
        (yield* eventsOf(request)).filter((event) => event.startsWith("signature.reminded")),
        ["signature.reminded ada", "signature.reminded ada"],
      );
      // The first link works too.
      yield* finish(toAda[0]!.token);
      yield* finish(yield* tokenOf(request, "cleo"));
      assert.strictEqual((yield* status(request)).status, "completed");
      assert.includeMembers(yield* auditOf(id), ["reminded"]);
      const over = yield* Effect.flip(remind(projectId, id));
      assert.strictEqual(over._tag, "conflict");
    }),
  );

  it.effect("sends an invitation again, and shows the delivery of the last email", () =>
    Effect.gen(function* () {
      const { resend, get } = yield* Signatures;
      const request = yield* requestSignature({
        recipients: [person("ada"), person("bob"), person("dan", "CC")],
        fields: [signatureOf(0), signatureOf(1)],
      });
      const { id, projectId, recipients } = request;
      const [ada, bob, dan] = recipients.map((recipient) => recipient.id);
      yield* sendEmails(request, () => Effect.fail(new EmailRefused({ message: "No such user" })));
      assert.strictEqual((yield* get(projectId, id)).recipients[0]!.status, "delivery_failed");
      const changed = yield* resend(projectId, id, ada!);
      assert.deepInclude(changed.recipients[0], { status: "invited" });
      assert.strictEqual(changed.recipients[0]!.delivery?.status, "queued");
      const token = yield* tokenOf(request, "ada");
      yield* sendEmails(request);
      assert.strictEqual((yield* get(projectId, id)).recipients[0]!.delivery?.status, "sent");
      for (const [recipient, tag] of [
        [bob!, "conflict"],
        [dan!, "conflict"],
        [ID, "not_found"],
      ] as const) {
        const refusal = yield* Effect.flip(resend(projectId, id, recipient));
        assert.strictEqual(refusal._tag, tag);
      }
      yield* finish(token);
      assert.strictEqual((yield* Effect.flip(resend(projectId, id, ada!)))._tag, "conflict");
      assert.deepEqual((yield* auditOf(id)).slice(0, 5), [
        "sent",
        "invited",
        "email_failed",
        "resent",
        "email_sent",
      ]);
    }),
  );

  it.effect("corrects a recipient: the old links stop working, and a new one is sent", () =>
    Effect.gen(function* () {
      const signing = yield* Signing;
      const { updateRecipient } = yield* Signatures;
      const request = yield* requestSignature({
        recipients: [person("ada"), person("bob")],
        fields: [signatureOf(0), signatureOf(1)],
      });
      const { id, projectId, recipients } = request;
      const [ada, bob] = recipients.map((recipient) => recipient.id);
      yield* deliver(request);
      const oldToken = yield* tokenOf(request, "ada");
      yield* signing.open(oldToken, VISITOR);
      const reason = "She has left the company";
      const changed = yield* updateRecipient(projectId, id, ada!, {
        firstName: "eve",
        lastName: "",
        email: "eve@example.com",
        reason,
      });
      assert.deepInclude(changed.recipients[0], {
        id: ada!,
        firstName: "eve",
        lastName: "",
        email: "eve@example.com",
        status: "invited",
      });
      assert.strictEqual((yield* Effect.flip(signing.ceremony(oldToken)))._tag, "not_found");
      // Bob has no invitation yet, and gets none for the correction.
      yield* updateRecipient(projectId, id, bob!, { firstName: "rob", reason: "Typo" });
      assert.deepEqual(
        (yield* emailsOf(request)).map(({ to }) => to),
        ["ada@example.com", "eve@example.com"],
      );
      const token = yield* tokenOf(request, "eve");
      yield* signing.open(token, VISITOR);
      assert.strictEqual((yield* status(request)).recipients[0]!.status, "viewed");
      yield* finish(token);
      const tooLate = yield* Effect.flip(
        updateRecipient(projectId, id, ada!, { email: "ada@example.com", reason }),
      );
      assert.strictEqual(tooLate._tag, "conflict");
      yield* finish(yield* tokenOf(request, "bob"));
      const end = yield* status(request);
      assert.deepEqual([end.status, end.errorMessage], ["completed", null]);
      const certificate = certificates.findLast(({ requestId }) => requestId === id);
      assert.deepEqual(
        certificate?.recipients.map(({ name, email }) => [name, email]),
        [
          ["eve", "eve@example.com"],
          ["rob Lovelace", "bob@example.com"],
        ],
      );
      assert.deepEqual(
        (yield* eventsOf(request)).filter((event) => event.includes("recipient_changed")),
        ["signature.recipient_changed eve", "signature.recipient_changed rob"],
      );
    }),
  );

  it.effect("accepts the correction or the signature of a recipient, never both", () =>
    Effect.gen(function* () {
      const signing = yield* Signing;
      const { updateRecipient, get } = yield* Signatures;
      for (let round = 0; round < 5; round += 1) {
        const request = yield* requestOneSignature();
        const { id, projectId, recipients } = request;
        const token = yield* tokenOf(request, "ada");
        const submission = yield* submissionOf(token);
        const correction = { firstName: "eve", email: "eve@example.com", reason: "Wrong person" };
        const [signed, corrected] = yield* Effect.all(
          [
            Effect.result(signing.finish(token, submission, VISITOR)),
            Effect.result(updateRecipient(projectId, id, recipients[0]!.id, correction)),
          ],
          { concurrency: "unbounded" },
        );
        assert.notStrictEqual(Result.isSuccess(signed), Result.isSuccess(corrected));
        yield* runSignatureWork(id);
        const { firstName, status: state } = (yield* get(projectId, id)).recipients[0]!;
        assert.deepEqual(
          [firstName, state],
          Result.isSuccess(signed) ? ["ada", "signed"] : ["eve", "invited"],
        );
      }
    }),
  );

  it.effect("changes the time to sign, and seals a document that was extended", () =>
    Effect.gen(function* () {
      const { update } = yield* Signatures;
      const request = yield* requestOneSignature({ expirationHours: 1 });
      const { id, projectId } = request;
      const now = yield* DateTime.now;
      for (const expiresAt of [now, DateTime.add(now, { hours: 8761 })]) {
        const refusal = yield* Effect.flip(update(projectId, id, { expiresAt }));
        assert.strictEqual(refusal._tag, "invalid_request");
      }
      const expiresAt = DateTime.add(now, { hours: 48 });
      const changed = yield* update(projectId, id, { expiresAt });
      assert.deepEqual(changed.expiresAt, expiresAt);
      yield* TestClock.adjust("2 hours");
      assert.strictEqual((yield* status(request)).status, "sent");
      yield* finish(yield* tokenOf(request, "ada"));
      const end = yield* status(request);
      assert.deepEqual([end.status, end.errorMessage], ["completed", null]);
      const over = yield* Effect.flip(update(projectId, id, { expiresAt }));
      assert.strictEqual(over._tag, "conflict");
    }),
  );

  it.effect("expires or extends a request, never both", () =>
    Effect.gen(function* () {
      const { update, get } = yield* Signatures;
      const provider = Option.getOrThrow((yield* SignatureProviders).current);
      const sql = yield* SqlClient.SqlClient;
      const request = yield* requestOneSignature({ expirationHours: 1 });
      const { id, projectId } = request;
      const rows = yield* sql<{ providerId: string }>`
        SELECT provider_id FROM signature_requests WHERE id = ${id}`;
      const { providerId } = rows[0]!;
      // The worker has read the request before it was extended.
      const expiresAt = DateTime.add(yield* DateTime.now, { hours: 48 });
      yield* TestClock.adjust("59 minutes");
      yield* update(projectId, id, { expiresAt });
      yield* TestClock.adjust("2 minutes");
      const refusal = yield* Effect.flip(provider.expire(providerId));
      assert.strictEqual(refusal._tag, "not_expired");
      yield* TestClock.adjust("48 hours");
      const [extended] = yield* Effect.all(
        [
          Effect.result(
            update(projectId, id, { expiresAt: DateTime.add(yield* DateTime.now, { hours: 1 }) }),
          ),
          runSignatureWork(id),
        ],
        { concurrency: "unbounded" },
      );
      assert.isTrue(Result.isFailure(extended));
      assert.strictEqual((yield* get(projectId, id)).status, "expired");
    }),
  );
});

const Details = Schema.Record(Schema.String, Schema.Unknown);

layer(signingServices, { timeout: "60 seconds" })("the trail of a correction", (it) => {
  it.effect("has the person before and after, and the reason", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const { updateRecipient } = yield* Signatures;
      const request = yield* requestOneSignature();
      const { id, projectId, recipients } = request;
      yield* updateRecipient(projectId, id, recipients[0]!.id, {
        email: "ada@example.org",
        reason: "The address bounced",
      });
      const rows = yield* sql<{ details: unknown }>`
        SELECT body::json -> 'details' AS details
        FROM signing_audit
        JOIN signing_envelopes ON signing_envelopes.id = envelope_id
        WHERE reference = ${id}
          AND body::json ->> 'type' = 'recipient_changed'`;
      const contact = { firstName: "ada", lastName: "Lovelace" };
      assert.deepEqual(Schema.decodeUnknownSync(Details)(rows[0]!.details), {
        recipientId: recipients[0]!.id,
        before: { ...contact, email: "ada@example.com" },
        after: { ...contact, email: "ada@example.org" },
        email: "ada@example.org",
        reason: "The address bounced",
      });
    }),
  );
});
