import { assert, layer } from "@effect/vitest";
import { EmbeddedSigning, RecipientAuthentication, Signing } from "@paraph/core/builtin_provider";
import { type NewAuthentication, Signatures } from "@paraph/core/signatures";
import { Effect, Option, Result } from "effect";
import { SqlClient } from "effect/sql";
import { TestClock } from "effect/testing";

import {
  auditOf,
  certificates,
  finish,
  person,
  requestSignature,
  signatureOf,
  signingServices,
  smsGateway,
  status,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

const ACCESS_CODE = { method: "access_code", code: "open sesame" } as const;

const SMS_CODE = { method: "sms_code", phone: "+491701234567" } as const;

const requestWith = (authentication: NewAuthentication) =>
  requestSignature({
    name: "Contract",
    recipients: [{ ...person("ada"), authentication }],
    fields: [signatureOf(0)],
  });

/** The code in the last email to the recipient. */
const lastCode = Effect.fnUntraced(function* ({ renderId }: { readonly renderId: string }) {
  const sql = yield* SqlClient.SqlClient;
  const rows = yield* sql<{ subject: string }>`
    SELECT letter ->> 'subject' AS subject
    FROM mails
    WHERE render_id = ${renderId} AND cause LIKE 'signing-code:%'
    ORDER BY id DESC`;
  return /^[0-9]{6}/u.exec(rows[0]?.subject ?? "")?.[0] ?? "";
});

/** A code that differs from another. */
const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");

/** The kinds of failures of all calls with a link. */
const failuresOf = Effect.fnUntraced(function* (token: string) {
  const signing = yield* Signing;
  const submission = { consent: "0".repeat(64), date: "2026-01-01", values: {} };
  const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
    signing.ceremony(token),
    signing.document(token),
    signing.copy(token),
    signing.certificate(token),
    signing.audit(token),
    signing.fonts(token, { characters: "a" }),
    signing.open(token, VISITOR),
    signing.finish(token, submission, VISITOR),
    signing.decline(token, { reason: "No" }, VISITOR),
  ];
  const tags = yield* Effect.forEach(calls, (call) =>
    Effect.map(Effect.flip(call), ({ _tag }) => _tag),
  );
  return [...new Set(tags)];
});

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

layer(signingServices, options)("RecipientAuthentication", (it) => {
  it.effect("shows nothing of the document before the access code, and certifies the method", () =>
    Effect.gen(function* () {
      const { enterCode, gate, sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith(ACCESS_CODE);
      const link = yield* tokenOf(request, "ada");
      assert.deepEqual(
        yield* gate(link),
        Option.some({ method: "access_code", sender: "Project", sentTo: "a•••@example.com" }),
      );
      assert.deepEqual(yield* failuresOf(link), ["not_found"]);
      assert.strictEqual((yield* Effect.flip(sendCode(link, VISITOR)))._tag, "conflict");
      const wrong = yield* Effect.flip(enterCode(link, { code: "open sesam" }, VISITOR));
      assert.strictEqual(wrong._tag, "invalid_request");
      const { token } = yield* enterCode(link, { code: "open sesame" }, VISITOR);
      assert.deepEqual(yield* gate(token), Option.none());
      // The link alone still shows nothing.
      assert.deepEqual(yield* failuresOf(link), ["not_found"]);
      assert.strictEqual((yield* finish(token)).state, "finished");
      assert.strictEqual((yield* status(request)).status, "completed");
      assert.strictEqual(certificates.at(-1)?.recipients[0]?.authentication, "access_code");
      assert.includeMembers(yield* auditOf(request.id), ["authentication_failed", "authenticated"]);
    }),
  );

  it.effect("accepts only the last code by email, and that once", () =>
    Effect.gen(function* () {
      const { enterCode, sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith({ method: "email_code" });
      const link = yield* tokenOf(request, "ada");
      assert.strictEqual(
        (yield* Effect.flip(enterCode(link, { code: "123456" }, VISITOR)))._tag,
        "invalid_request",
      );
      const sent = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.result(sendCode(link, VISITOR))),
        { concurrency: "unbounded" },
      );
      assert.lengthOf(sent.filter(Result.isSuccess), 1, "One code at a time");
      const code = yield* lastCode(request);
      assert.match(code, /^[0-9]{6}$/u);
      const sessions = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.result(enterCode(link, { code }, VISITOR))),
        { concurrency: "unbounded" },
      );
      assert.lengthOf(sessions.filter(Result.isSuccess), 1, "A code works once");
    }),
  );

  it.effect("sends the code by SMS, to the number that the sender corrects, and certifies it", () =>
    Effect.gen(function* () {
      const { enterCode, gate, sendCode } = yield* RecipientAuthentication;
      const { updateRecipient } = yield* Signatures;
      const request = yield* requestWith(SMS_CODE);
      assert.deepEqual(request.recipients[0]?.authentication, SMS_CODE);
      const { id } = request.recipients[0]!;
      const change = { phone: "+442071234000", reason: "A typing error" };
      const changed = yield* updateRecipient(request.projectId, request.id, id, change);
      assert.strictEqual(changed.recipients[0]?.authentication?.phone, change.phone);
      const link = yield* tokenOf(request, "ada");
      const expected = { method: "sms_code", sender: "Project", sentTo: "•••000" } as const;
      assert.deepEqual(yield* gate(link), Option.some(expected));

      const codes = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.result(sendCode(link, VISITOR))),
        { concurrency: "unbounded" },
      );
      assert.lengthOf(codes.filter(Result.isSuccess), 1, "One SMS at a time");
      const [message] = smsGateway.sent.splice(0);
      assert.deepInclude(message, { to: change.phone });
      const code = /^[0-9]{6}/u.exec(message?.text ?? "")?.[0] ?? "";
      const wrong = yield* Effect.flip(enterCode(link, { code: otherThan(code) }, VISITOR));
      assert.strictEqual(wrong._tag, "invalid_request");
      const { token, method } = yield* enterCode(link, { code }, VISITOR);
      assert.strictEqual(method, "sms_code");
      yield* finish(token);
      assert.strictEqual((yield* status(request)).status, "completed");
      const [certified] = certificates.at(-1)!.recipients;
      assert.strictEqual(certified?.authentication, "sms_code");
      assert.strictEqual(certified?.phone, change.phone);
      assert.includeMembers(yield* auditOf(request.id), ["code_sent", "authentication_failed"]);
    }),
  );

  it.effect("records an SMS that the gateway does not accept", () =>
    Effect.gen(function* () {
      const { sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith(SMS_CODE);
      const link = yield* tokenOf(request, "ada");
      smsGateway.accepts = false;
      const failure = yield* Effect.flip(sendCode(link, VISITOR));
      smsGateway.accepts = true;
      assert.strictEqual(failure._tag, "sms_send_failed");
      assert.includeMembers(yield* auditOf(request.id), ["code_sent", "code_failed"]);
      // The gateway may have sent it after all, so the next one waits too.
      assert.strictEqual((yield* Effect.flip(sendCode(link, VISITOR)))._tag, "conflict");
    }),
  );

  it.effect("changes the phone number only of recipients with an SMS code", () =>
    Effect.gen(function* () {
      const { updateRecipient } = yield* Signatures;
      const { projectId, id, recipients } = yield* requestWith({ method: "email_code" });
      const change = { phone: "+442071234000", reason: "A typing error" };
      const failure = yield* Effect.flip(updateRecipient(projectId, id, recipients[0]!.id, change));
      assert.strictEqual(failure._tag, "invalid_request");
    }),
  );

  it.effect("locks out after five wrong codes, however many are sent at once", () =>
    Effect.gen(function* () {
      const { enterCode, sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith({ method: "email_code" });
      const link = yield* tokenOf(request, "ada");
      yield* sendCode(link, VISITOR);
      const code = yield* lastCode(request);
      const attempts = yield* Effect.all(
        Array.from({ length: 40 }, () =>
          Effect.map(
            Effect.flip(enterCode(link, { code: otherThan(code) }, VISITOR)),
            ({ _tag }) => _tag,
          ),
        ),
        { concurrency: "unbounded" },
      );
      assert.lengthOf(
        attempts.filter((tag) => tag === "invalid_request"),
        5,
      );
      assert.strictEqual((yield* Effect.flip(enterCode(link, { code }, VISITOR)))._tag, "conflict");
      const failures = (yield* auditOf(request.id)).filter(
        (type) => type === "authentication_failed",
      );
      assert.lengthOf(failures, 5);
    }),
  );

  it.effect("gives a corrected recipient neither the code nor the lock of the one before", () =>
    Effect.gen(function* () {
      const { updateRecipient } = yield* Signatures;
      const { enterCode, sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith({ method: "email_code" });
      const wrongLink = yield* tokenOf(request, "ada");
      yield* sendCode(wrongLink, VISITOR);
      const wrongCode = yield* lastCode(request);
      const correct = (email: string) =>
        updateRecipient(request.projectId, request.id, request.recipients[0]!.id, {
          email,
          reason: "Another person",
        });
      yield* correct("grace@example.com");
      const link = yield* tokenOf(request, "grace");
      assert.notStrictEqual(link, wrongLink);
      for (let count = 0; count < 5; count++) {
        const failure = yield* Effect.flip(enterCode(link, { code: wrongCode }, VISITOR));
        assert.strictEqual(failure._tag, "invalid_request", "Not the code of another address");
      }
      assert.strictEqual((yield* Effect.flip(sendCode(link, VISITOR)))._tag, "conflict", "Locked");
      yield* correct("linus@example.com");
      const next = yield* tokenOf(request, "linus");
      yield* sendCode(next, VISITOR);
      const { token } = yield* enterCode(next, { code: yield* lastCode(request) }, VISITOR);
      assert.strictEqual((yield* finish(token)).state, "finished");
    }),
  );
});

layer(signingServices, { timeout: "2 minutes" })("RecipientAuthentication", (it) => {
  it.effect("ends codes after ten minutes, and sessions after two hours", () =>
    Effect.gen(function* () {
      const { ceremony } = yield* Signing;
      const { enterCode, sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith({ method: "email_code" });
      const link = yield* tokenOf(request, "ada");
      yield* sendCode(link, VISITOR);
      const first = yield* lastCode(request);
      yield* TestClock.adjust("10 minutes");
      const late = yield* Effect.flip(enterCode(link, { code: first }, VISITOR));
      assert.strictEqual(late._tag, "invalid_request");
      yield* sendCode(link, VISITOR);
      const { token } = yield* enterCode(link, { code: yield* lastCode(request) }, VISITOR);
      assert.strictEqual((yield* ceremony(token)).state, "open");
      yield* TestClock.adjust("2 hours");
      assert.strictEqual((yield* Effect.flip(ceremony(token)))._tag, "not_found");
      // The page asks for the link in the email, which asks for a code again.
      const { entry } = yield* EmbeddedSigning;
      assert.strictEqual((yield* entry(token)).kind, "ended");
      assert.strictEqual((yield* entry(link)).kind, "link");
    }),
  );

  it.effect("sends no code to the holder of a URL that was not opened, or has expired", () =>
    Effect.gen(function* () {
      const { createUrl, open } = yield* EmbeddedSigning;
      const { enterCode, sendCode } = yield* RecipientAuthentication;
      const request = yield* requestWith({ method: "email_code" });
      const urlToken = (url: string) => url.slice(url.lastIndexOf("/") + 1);
      const { url } = yield* createUrl(request.id, request.recipients[0]!.id, {});
      const unopened = urlToken(url);
      assert.strictEqual((yield* Effect.flip(sendCode(unopened, VISITOR)))._tag, "not_found");
      const opened = yield* open(unopened);
      const session = opened.kind === "opened" ? opened.token : assert.fail(opened.kind);
      yield* sendCode(session, VISITOR);
      const code = yield* lastCode(request);
      for (const token of [unopened, session]) {
        if (token === session) yield* TestClock.adjust("2 hours");
        assert.strictEqual((yield* Effect.flip(sendCode(token, VISITOR)))._tag, "not_found");
        const failure = yield* Effect.flip(enterCode(token, { code }, VISITOR));
        assert.strictEqual(failure._tag, "not_found");
      }
    }),
  );
});
