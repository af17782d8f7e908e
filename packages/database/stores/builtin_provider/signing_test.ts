import { assert, layer } from "@effect/vitest";
import { Signing } from "@paraph/core/builtin_provider";
import {
  type EnvelopeDefinition,
  NO_DELIVERY_OPTIONS,
  SignatureProviders,
  withRecipientDefaults,
} from "@paraph/core/signatures";
import { NO_VISITOR, SignatureRequestId } from "@paraph/core/values";
import { DateTime, Effect, Exit, Option } from "effect";
import { SecureRandom } from "effect/crypto";
import { SqlClient } from "effect/sql";

import {
  requestOneSignature,
  auditOf,
  certificates,
  deliver,
  finish,
  submissionOf,
  emailsOf,
  PDF,
  person,
  sealOrders,
  requestSignature,
  signatureOf,
  signingServices,
  status,
  tokenOf,
  VISITOR,
} from "./signing_fixture.ts";

/** The number of rows in all tables that a visit could write. */
const traces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  return yield* sql`
    SELECT
      (SELECT count(*) FROM signing_audit) AS audit, (SELECT count(*) FROM mails) AS mails,
      (SELECT count(*) FROM provider_reports) AS reports,
      (SELECT count(*) FROM signing_tokens) AS tokens,
      (SELECT count(*) FROM signing_recipients WHERE viewed_at IS NOT NULL) AS viewed`;
});

const options = { timeout: "120 seconds", excludeTestServices: true } as const;

layer(signingServices, options)("Signing", (it) => {
  it.effect("invites recipients in their order, and ends with a copy for each", () =>
    Effect.gen(function* () {
      const { ceremony, document, copy, open } = yield* Signing;
      const text = { recipientIndex: 1, type: "text", page: 2, x: 1, y: 2 } as const;
      const request = yield* requestSignature({
        name: "Contract",
        recipients: [
          { ...person("copy", "CC"), order: 2 },
          { ...person("ada"), order: 3 },
          { ...person("bob", "Approver"), order: 1 },
          { ...person("eve"), order: 4 },
        ],
        fields: [signatureOf(1), text, signatureOf(3)],
      });
      assert.deepEqual(
        (yield* emailsOf(request)).map(({ to, subject }) => [to, subject]),
        [["bob@example.com", "Please approve: Contract"]],
      );
      const bob = yield* tokenOf(request, "bob");
      assert.strictEqual((yield* open(bob, VISITOR)).state, "open");
      assert.strictEqual((yield* status(request)).status, "viewed");
      assert.strictEqual((yield* finish(bob)).state, "finished");
      assert.strictEqual((yield* ceremony(bob)).state, "finished");
      assert.isTrue(Exit.isFailure(yield* Effect.exit(copy(bob))));

      const ada = yield* tokenOf(request, "ada");
      assert.strictEqual((yield* emailsOf(request)).at(-1)?.subject, "Please sign: Contract");
      const before = yield* ceremony(ada);
      assert.deepEqual(
        before.fields.map(({ type, page, required }) => ({ type, page, required })),
        [
          { type: "signature", page: 1, required: true },
          { type: "text", page: 2, required: false },
        ],
      );
      assert.deepEqual(
        [before.pageCount, before.sender, before.earlierMarks.length],
        [2, "Project", 0],
      );
      yield* finish(ada);
      yield* deliver(request);

      const eve = yield* tokenOf(request, "eve");
      const { earlierMarks } = yield* ceremony(eve);
      assert.deepEqual(
        earlierMarks.map(({ content }) => content.kind),
        ["signature", "text"],
      );
      assert.strictEqual((yield* document(eve)).totalSize, 19);
      yield* finish(eve);

      const outcome = yield* status(request);
      assert.strictEqual(outcome.status, "completed");
      assert.isTrue(
        outcome.recipients.every(
          ({ designation, signedAt }) => (designation === "CC") === !signedAt,
        ),
      );
      assert.deepEqual(
        (yield* emailsOf(request)).map(({ to, subject }) => `${to} ${subject.split(" ")[0]}`),
        [
          "bob@example.com Please",
          "ada@example.com Please",
          "eve@example.com Please",
          ...["copy", "ada", "bob", "eve"].map((name) => `${name}@example.com Completed:`),
        ],
      );
      for (const token of [bob, eve, yield* tokenOf(request, "copy")]) {
        assert.strictEqual((yield* ceremony(token)).state, "completed");
        assert.strictEqual((yield* copy(token)).totalSize, "sealed".length);
      }
      assert.deepEqual(yield* auditOf(request.id), [
        "sent",
        "invited",
        "viewed",
        "consented",
        "approved",
        "invited",
        "consented",
        "signed",
        "invited",
        "consented",
        "signed",
        "finished",
        "completed",
      ]);
      const [order, certificate] = [sealOrders.at(-1), certificates.at(-1)];
      assert.deepEqual(
        order?.marks.map(({ kind, page, x }) => [kind, page, x]),
        [
          ["signature", 1, 10],
          ["text", 2, 1],
          ["signature", 1, 10],
        ],
      );
      assert.strictEqual(certificate?.document.sealedSha256, "5".repeat(64));
      assert.strictEqual(certificate?.events.length, 12);
      assert.deepEqual(
        certificate?.recipients.map(({ fields, sourceIp }) => [fields.length, sourceIp]),
        [
          [0, null],
          [2, "192.0.2.1"],
          [0, "192.0.2.1"],
          [1, "192.0.2.1"],
        ],
      );
    }),
  );

  it.effect("records the first opening, and nothing else when it is only viewed", () =>
    Effect.gen(function* () {
      const { ceremony, document, copy, open } = yield* Signing;
      const request = yield* requestOneSignature();
      const token = yield* tokenOf(request, "ada");
      const before = yield* traces;
      for (let looks = 0; looks < 3; looks += 1) {
        yield* ceremony(token);
        yield* document(token);
        yield* Effect.exit(copy(token));
      }
      assert.deepEqual(yield* traces, before);
      assert.strictEqual((yield* status(request)).status, "sent");
      yield* Effect.all(
        Array.from({ length: 5 }, () => open(token, VISITOR)),
        { concurrency: "unbounded" },
      );
      assert.deepEqual(yield* auditOf(request.id), ["sent", "invited", "viewed"]);
      assert.strictEqual((yield* status(request)).status, "viewed");
    }),
  );

  it.effect("accepts only tokens that were emailed", () =>
    Effect.gen(function* () {
      const { ceremony, finish, decline, open } = yield* Signing;
      const request = yield* requestOneSignature();
      const submission = yield* submissionOf(yield* tokenOf(request, "ada"));
      for (const token of ["", "sgn_", `sgn_${"a".repeat(43)}`, request.id]) {
        const responses = [
          yield* Effect.flip(ceremony(token)),
          yield* Effect.flip(open(token, NO_VISITOR)),
          yield* Effect.flip(finish(token, submission, NO_VISITOR)),
          yield* Effect.flip(decline(token, { reason: "No" }, NO_VISITOR)),
        ];
        assert.deepEqual(new Set(responses.map(({ _tag }) => _tag)), new Set(["not_found"]));
      }
    }),
  );

  it.effect("refuses an invalid submission with all its problems, and stores nothing", () =>
    Effect.gen(function* () {
      const signing = yield* Signing;
      const request = yield* requestOneSignature();
      const token = yield* tokenOf(request, "ada");
      const before = yield* traces;
      const wrong = { consent: "0".repeat(64), date: "2020-01-01", values: { f1: true, f2: "x" } };
      const error = yield* Effect.flip(signing.finish(token, wrong, VISITOR));
      assert.strictEqual(error._tag, "invalid_request");
      assert.deepEqual("issues" in error ? Object.keys(error.issues.fieldErrors) : [], [
        "consent",
        "values.f2",
        "signature",
      ]);
      assert.deepEqual(yield* traces, before);
      assert.strictEqual((yield* finish(token)).state, "finished");
    }),
  );

  it.effect("sends an envelope once, also with repeated and concurrent calls", () =>
    Effect.gen(function* () {
      const request = yield* requestOneSignature();
      const { current } = yield* SignatureProviders;
      const { createAndSend, find } = Option.getOrThrow(current);
      const envelope: EnvelopeDefinition = {
        projectId: request.projectId,
        renderId: request.renderId,
        name: "Again",
        pdf: PDF,
        reference: SignatureRequestId.make(yield* (yield* SecureRandom.SecureRandom).uuidV7()),
        sha256: "0".repeat(64),
        fields: [],
        expirationHours: 1,
        recipients: withRecipientDefaults([person("bob")]),
        options: NO_DELIVERY_OPTIONS,
        expiresAt: DateTime.add(request.createdAt, { hours: 1 }),
      };
      const responses = yield* Effect.all(
        Array.from({ length: 10 }, () => createAndSend(envelope)),
        { concurrency: "unbounded" },
      );
      const again = yield* find({ ...envelope, createdAt: request.createdAt });
      assert.strictEqual(new Set(responses.map(({ providerId }) => providerId)).size, 1);
      assert.deepEqual(again, Option.some(responses[0]!));
      assert.strictEqual((yield* emailsOf(request)).length, 2);
      assert.deepEqual(yield* auditOf(envelope.reference), ["sent", "invited"]);
      const unknown = { ...envelope, reference: SignatureRequestId.make(request.projectId) };
      assert.isTrue(Option.isNone(yield* find({ ...unknown, createdAt: request.createdAt })));
    }),
  );
});
