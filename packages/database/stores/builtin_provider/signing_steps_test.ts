import { assert, layer } from "@effect/vitest";
import { Signing } from "@paraph/core/builtin_provider";
import { isAccessCode, Signatures } from "@paraph/core/signatures";
import { Effect } from "effect";
import { Kdf } from "effect/crypto";
import { SqlClient } from "effect/sql";

import {
  certificates,
  emailsOf,
  finish,
  person,
  requestSignature,
  signatureOf,
  signingServices,
  status,
  submissionOf,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

/** The recipients of all emails about a request, in order. */
const invited = (request: { readonly renderId: string }) =>
  Effect.map(emailsOf(request), (emails) => emails.map(({ to }) => to.split("@")[0]));

const statuses = (request: Effect.Success<ReturnType<typeof status>>) =>
  request.recipients.map((recipient) => recipient.status);

layer(signingServices, { timeout: "60 seconds" })("steps of recipients", (it) => {
  it.effect("invites all recipients of a step at the same time, and the next step after them", () =>
    Effect.gen(function* () {
      const request = yield* requestSignature({
        recipients: [
          { ...person("ada"), step: 1 },
          { ...person("bob"), step: 1 },
          { ...person("cleo", "Approver"), step: 2 },
          { ...person("dan", "CC"), step: 2 },
        ],
        fields: [signatureOf(0), signatureOf(1)],
      });
      assert.deepEqual(yield* invited(request), ["ada", "bob"]);
      assert.deepEqual(statuses(yield* status(request)), [
        "invited",
        "invited",
        "waiting",
        "waiting",
      ]);
      yield* finish(yield* tokenOf(request, "bob"));
      assert.deepEqual(yield* invited(request), ["ada", "bob"]);
      yield* finish(yield* tokenOf(request, "ada"));
      assert.deepEqual(yield* invited(request), ["ada", "bob", "cleo"]);
      yield* finish(yield* tokenOf(request, "cleo"));
      const { status: end, recipients } = yield* status(request);
      assert.strictEqual(end, "completed");
      assert.deepEqual(
        recipients.map(({ order, step }) => [order, step]),
        [
          [1, 1],
          [2, 1],
          [3, 2],
          [4, 2],
        ],
      );
      const certificate = certificates.findLast(({ requestId }) => requestId === request.id);
      assert.lengthOf(certificate?.recipients ?? [], 4);
    }),
  );

  it.effect("accepts the last signatures of a parallel request at the same time", () =>
    Effect.gen(function* () {
      const names = ["ada", "bob", "cleo", "dan"];
      const request = yield* requestSignature({
        recipients: names.map((name) => person(name)),
        fields: names.map((_, index) => signatureOf(index)),
        signingOrder: "parallel",
      });
      assert.deepEqual(yield* invited(request), names);
      const signing = yield* Signing;
      const submissions = yield* Effect.forEach(names, (name) =>
        Effect.gen(function* () {
          const token = yield* tokenOf(request, name);
          return [token, yield* submissionOf(token)] as const;
        }),
      );
      yield* Effect.all(
        submissions.map(([token, submission]) => signing.finish(token, submission, VISITOR)),
        { concurrency: "unbounded" },
      );
      assert.strictEqual((yield* status(request)).status, "completed");
      // One invitation and one signed copy each.
      assert.lengthOf(yield* emailsOf(request), 8);
    }),
  );
});

layer(signingServices, { timeout: "60 seconds" })("options of a request", (it) => {
  it.effect("are returned without the access code, of which only a slow hash is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient;
      const code = "4711-secret";
      const request = yield* requestSignature({
        recipients: [
          { ...person("ada"), language: "de", authentication: { method: "access_code", code } },
        ],
        fields: [signatureOf(0)],
        message: " Please sign by Friday. ",
        language: "pt-BR",
        reminders: { afterDays: 3, everyDays: 2, max: 4 },
        redirectUrl: "https://example.com/thanks",
      });
      const { id, projectId } = request;
      const read = yield* (yield* Signatures).get(projectId, id);
      assert.deepInclude(read, {
        message: "Please sign by Friday.",
        language: "pt-BR",
        signingOrder: "sequential",
        reminders: { afterDays: 3, everyDays: 2, max: 4 },
        redirectUrl: "https://example.com/thanks",
        allowDelegation: false,
      });
      assert.deepInclude(read.recipients[0], {
        step: 1,
        language: "de",
        authentication: { method: "access_code" },
      });
      const [stored] = yield* sql<{ hash: string }>`
        SELECT authentication ->> 'codeHash' AS hash
        FROM signing_recipients
        WHERE id = ${read.recipients[0]!.id}`;
      const matches = (attempt: string) =>
        isAccessCode(attempt, stored!.hash).pipe(Effect.provide(Kdf.layerWebCrypto));
      assert.deepEqual([yield* matches(code), yield* matches("4711-Secret")], [true, false]);
      const rows = yield* sql<{ text: string }>`
        SELECT row_to_json(signature_requests)::text AS text
        FROM signature_requests WHERE id = ${id}
        UNION ALL
        SELECT body FROM events WHERE body::json -> 'data' ->> 'id' = ${id}
        UNION ALL
        SELECT row_to_json(signing_recipients)::text
        FROM signing_recipients WHERE id = ${read.recipients[0]!.id}`;
      const texts = rows.map(({ text }) => text);
      assert.lengthOf(texts, 3);
      assert.notInclude(texts.join(), code);
      assert.notInclude(JSON.stringify(read), "codeHash");
    }),
  );
});
