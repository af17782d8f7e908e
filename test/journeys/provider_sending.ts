import { assert, describe } from "@effect/vitest";
import { RenderId } from "@paraph/core/values";
import { Duration, Effect } from "effect";
import { PDFDocument } from "pdf-lib";

import { submitInvoice } from "../../packages/http/_testing/api_client.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractRender } from "../../packages/http/_testing/contract_document.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { json } from "../../packages/testing/scripted_server.ts";
import {
  ask,
  listRequests,
  requestHandle,
  signedVersion,
  submissionFor,
} from "./provider_signature.ts";
import { Provider, type ProviderTests } from "./signature_provider_fakes.ts";

/** The rules for sending a document, for every response of the provider. */
export const sendingTests = (it: ProviderTests) => {
  describe("a request that the provider refuses", () => {
    it.effect("leaves no rows, and its key free", () =>
      Effect.gen(function* () {
        const { calls, fail, envelopesFor } = yield* Provider;
        const { id: renderId } = yield* contractRender;
        const submission = submissionFor(renderId);
        const key = `refused-${renderId}`;
        for (const on of new Set([calls.create, calls.send])) {
          for (const [reply, status, code] of [
            [json(402, { error: "No credits" }), 402, "signature_credits_exhausted"],
            [json(422, { error: "An unusual name" }), 502, "signature_provider_error"],
            [json(500, { error: "Oops" }), 502, "signature_provider_error"],
          ] as const) {
            fail({ on, reply });
            const response = yield* ask(submission, key);
            assert.strictEqual(response.status, status, response.text);
            assert.strictEqual(codeOf(response), code);
            assert.deepStrictEqual(yield* listRequests(renderId), []);
          }
        }
        assert.strictEqual((yield* ask(submission, key)).status, 201);
        assert.strictEqual((yield* ask(submission, key)).status, 200);
        assert.strictEqual((yield* listRequests(renderId)).length, 1);
        const [request] = yield* listRequests(renderId);
        assert.strictEqual(envelopesFor(request!.id).length, 1);
      }),
    );

    it.effect("was sent once when it was accepted without a response", () =>
      Effect.gen(function* () {
        const { calls, fail, requestsOf, envelopesFor } = yield* Provider;
        for (const ending of ["hang", "half"] as const) {
          const { id: renderId } = yield* contractRender;
          const before = requestsOf(calls.send).length;
          fail({ on: calls.send, ending });
          const response = yield* ask(submissionFor(renderId), `unheard-${renderId}`);
          assert.strictEqual(response.status, 201, response.text);
          assert.strictEqual(requestsOf(calls.send).length, before + 1);
          const request = yield* requestHandle(fieldsOf(response)["id"]);
          assert.strictEqual(envelopesFor(request.id).length, 1);
          const again = yield* ask(submissionFor(renderId), `unheard-${renderId}`);
          assert.strictEqual(again.status, 200);
          assert.strictEqual(fieldsOf(again)["id"], request.id);
          assert.deepStrictEqual(yield* request.events, ["sent"]);
        }
      }),
    );

    it.effect(
      "responds to a replay within seconds while the result is unknown, and is sent once",
      () =>
        Effect.gen(function* () {
          const { calls, fail, clearFailures, requestsOf } = yield* Provider;
          const { id: renderId } = yield* contractRender;
          const before = requestsOf(calls.send).length;
          fail({ on: calls.send, ending: "hang" });
          fail({ on: /^GET /u, reply: json(500, { error: "Oops" }), times: 1000 });
          const key = `unknown-${renderId}`;
          for (const _ of ["first", "replay"]) {
            const [took, response] = yield* Effect.timed(ask(submissionFor(renderId), key));
            assert.strictEqual(codeOf(response), "signature_provider_error", response.text);
            assert.isBelow(Duration.toSeconds(took), 30);
          }
          clearFailures();
          assert.isAtMost(requestsOf(calls.send).length, before + 1);
        }),
    );

    it.effect("is sent once for concurrent requests under one key", () =>
      Effect.gen(function* () {
        const { calls, requestsOf } = yield* Provider;
        const { id: renderId } = yield* contractRender;
        const before = requestsOf(calls.create).length;
        const responses = yield* Effect.all(
          Array.from({ length: 8 }, () => ask(submissionFor(renderId), `once-${renderId}`)),
          { concurrency: "unbounded" },
        );
        const statuses = responses.map(({ status }) => status - 200);
        assert.strictEqual(
          statuses.reduce((sum, one) => sum + one),
          1,
          String(statuses),
        );
        assert.strictEqual(new Set(responses.map((response) => fieldsOf(response)["id"])).size, 1);
        assert.strictEqual(requestsOf(calls.create).length, before + 1);
        assert.strictEqual((yield* listRequests(renderId)).length, 1);
      }),
    );
  });

  it.effect("sends a large document unchanged", () =>
    Effect.gen(function* () {
      const { name, requestsOf } = yield* Provider;
      const pdf = yield* largeDocument;
      const { id: renderId } = yield* submitInvoice(`large-${name}`);
      yield* succeedRender(RenderId.make(renderId), pdf);
      const { anchorTags: _, ...body } = submissionFor(renderId);
      const place = { type: "signature", page: 1, x: 10, y: 80 };
      const fields = [0, 1].map((recipientIndex) => ({ ...place, recipientIndex }));
      const response = yield* ask({ ...body, fields });
      assert.strictEqual(response.status, 201, response.text);
      const request = yield* requestHandle(fieldsOf(response)["id"]);
      assert.isTrue(request.kept.document.equals(pdf));
      const uploads = requestsOf(/^PUT \/store\/upload/u).length;
      assert.strictEqual(uploads, name === "firma" ? 1 : 0);
      yield* request.signAll;
      yield* request.until(({ status }) => status === "completed");
      assert.isTrue((yield* request.download).bytes.equals(signedVersion(pdf)));
    }),
  );
};

/** A document that is not part of the request to sign it. */
const largeDocument = Effect.promise(async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  const noise = new Uint8Array(5 * 1024 * 1024);
  for (let offset = 0; offset < noise.length; offset += 65_536) {
    crypto.getRandomValues(noise.subarray(offset, offset + 65_536));
  }
  pdf.context.register(pdf.context.stream(noise));
  return await pdf.save();
});
