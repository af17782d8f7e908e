import { assert, layer } from "@effect/vitest";
import { RecipientAuthentication, Signing } from "@paraph/core/builtin_provider";
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
  status,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

const ACCESS_CODE = { method: "access_code", code: "open sesame" } as const;

const requestWith = (authentication: { readonly method: "email_code" } | typeof ACCESS_CODE) =>
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
    }),
  );
});
