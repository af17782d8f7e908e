import { assert, describe, layer } from "@effect/vitest";
import { Effect } from "effect";

import { apiServerWith } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractRender } from "../../packages/http/_testing/contract_document.ts";
import { call } from "../../packages/http/_testing/shared_document.ts";
import { callbackTests } from "./provider_callbacks.ts";
import { sendingTests } from "./provider_sending.ts";
import {
  ADA,
  ask,
  BOB,
  CERTIFICATE,
  captureCallbacks,
  isDated,
  listRequests,
  sendContract,
  requestHandle,
  signedVersion,
  signersOf,
  submissionFor,
} from "./provider_signature.ts";
import { documensoChain, firmaChain, Provider } from "./signature_provider_fakes.ts";

for (const [name, chain] of [
  ["firma", firmaChain],
  ["documenso", documensoChain],
] as const) {
  layer(chain, { excludeTestServices: true, timeout: "2 minutes" })(name, (it) => {
    sendingTests(it);

    describe("a request", () => {
      it.effect("is completed with both of its documents", () =>
        Effect.gen(function* () {
          const { id: renderId } = yield* contractRender;
          const response = yield* ask(submissionFor(renderId));
          assert.strictEqual(response.status, 201, response.text);
          const request = yield* requestHandle(fieldsOf(response)["id"]);
          const { downloadUrl } = fieldsOf(yield* call("GET", `/v1/renders/${renderId}`));
          const { bytes: document } = yield* call("GET", URL.parse(String(downloadUrl))!.pathname);
          assert.isTrue(request.kept.document.equals(document));
          assert.deepInclude(yield* request.now, {
            status: "sent",
            completedAt: null,
            signedDownloadUrl: null,
            certificateUrl: null,
            errorMessage: null,
          });
          assert.strictEqual(codeOf(yield* request.download), "conflict");
          assert.strictEqual(codeOf(yield* request.certificate), "conflict");

          yield* request.view(ADA);
          yield* request.until(({ status }) => status === "viewed");
          yield* request.sign(ADA);
          const half = yield* request.until((request) => signersOf(request).length > 0);
          assert.deepStrictEqual(signersOf(half), [ADA]);
          assert.deepInclude(half, { status: "viewed", signedDownloadUrl: null });
          yield* request.sign(BOB);
          const result = yield* request.until(({ status }) => status === "completed");
          assert.isTrue(result.signedDownloadUrl?.endsWith(`${request.path}/download`));
          assert.isTrue(isDated(result.completedAt));
          assert.deepStrictEqual(signersOf(result), [ADA, BOB]);
          yield* request.certify;
          yield* request.until(({ certificateUrl }) => certificateUrl !== null);
          assert.isTrue((yield* request.download).bytes.equals(signedVersion(document)));
          assert.strictEqual((yield* request.certificate).text, CERTIFICATE);
          assert.deepStrictEqual(yield* request.events, [
            "sent",
            "viewed",
            "signed",
            "signed",
            "completed",
          ]);
        }),
      );

      it.effect("shows who declined it and why", () =>
        Effect.gen(function* () {
          const request = yield* sendContract();
          yield* request.decline(BOB, "The rent is too high");
          const { errorMessage, recipients } = yield* request.until(
            ({ status }) => status === "declined",
          );
          assert.strictEqual(errorMessage, "The rent is too high");
          assert.deepStrictEqual(
            recipients.map(({ declinedAt }) => isDated(declinedAt)),
            [false, true, false],
          );
          yield* request.makeDue;
          assert.deepStrictEqual(yield* request.events, ["sent", "declined"]);
          assert.strictEqual(codeOf(yield* request.cancel()), "conflict");
        }),
      );

      it.effect("expires by our clock, also at the provider, and stays expired", () =>
        Effect.gen(function* () {
          const { requestsOf, calls } = yield* Provider;
          const request = yield* sendContract();
          const before = requestsOf(calls.cancel).length;
          yield* request.passTime;
          yield* request.until(({ status }) => status === "expired");
          assert.strictEqual(requestsOf(calls.cancel).length, before + 1);
          yield* request.view(ADA);
          yield* request.signAll;
          yield* request
            .until((request) => signersOf(request).includes(BOB))
            .pipe(
              // Only a provider that reports who signed has called by then.
              Effect.when(Effect.map(Provider, ({ name }) => name === "firma")),
            );
          assert.strictEqual((yield* request.now).status, "expired");
          assert.deepStrictEqual(yield* request.events, ["sent", "expired"]);
        }),
      );

      it.effect("expires when the provider reports it", () =>
        Effect.gen(function* () {
          const { expire } = yield* Provider;
          if (expire === undefined) return;
          const request = yield* sendContract();
          yield* expire(request.kept.id);
          yield* request.until(({ status }) => status === "expired");
          assert.deepStrictEqual(yield* request.events, ["sent", "expired"]);
        }),
      );

      it.effect("expires also when the provider ended it without a report", () =>
        Effect.gen(function* () {
          const { calls, fail } = yield* Provider;
          const request = yield* sendContract();
          fail({ on: calls.cancel, ending: "half" });
          yield* request.passTime;
          yield* request.until(({ status }) => status !== "sent");
          assert.deepStrictEqual(yield* request.events, ["sent", "expired"]);
        }),
      );

      it.effect("is cancelled at the provider first, once", () =>
        Effect.gen(function* () {
          const { requestsOf, calls, fail } = yield* Provider;
          const request = yield* sendContract();
          fail({ on: calls.cancel, reply: { status: 500 } });
          assert.strictEqual(codeOf(yield* request.cancel()), "signature_provider_error");
          assert.strictEqual((yield* request.now).status, "sent");
          const before = requestsOf(calls.cancel).length;
          const response = yield* request.cancel({ reason: "Changed our mind" });
          assert.strictEqual(response.status, 200, response.text);
          assert.deepInclude(fieldsOf(response), {
            status: "cancelled",
            errorMessage: "Changed our mind",
          });
          assert.strictEqual(codeOf(yield* request.cancel()), "conflict");
          assert.strictEqual(requestsOf(calls.cancel).length, before + 1);
          assert.deepStrictEqual(yield* request.events, ["sent", "cancelled"]);
        }),
      );

      it.effect("is not cancelled after it ended at the provider: its end is fetched", () =>
        Effect.gen(function* () {
          const request = yield* sendContract();
          yield* captureCallbacks(request.decline(ADA, "No"));
          assert.strictEqual(codeOf(yield* request.cancel()), "conflict");
          const { errorMessage } = yield* request.until(({ status }) => status !== "sent");
          assert.strictEqual(errorMessage, "No");
          assert.deepStrictEqual(yield* request.events, ["sent", "declined"]);
        }),
      );
    });

    describe("a certificate", () => {
      it.effect("may be late, and its download may fail", () =>
        Effect.gen(function* () {
          const { delayCertificates, calls, fail, clearFailures } = yield* Provider;
          yield* delayCertificates;
          const request = yield* sendContract();
          yield* request.signAll;
          const result = yield* request.until(({ status }) => status === "completed");
          assert.isNull(result.certificateUrl);
          assert.isNotNull(result.signedDownloadUrl);
          const early = yield* request.certificate;
          assert.strictEqual(early.status, 409);
          assert.strictEqual(codeOf(early), "conflict");
          fail({ on: calls.certificate, times: Number.POSITIVE_INFINITY, reply: { status: 500 } });
          yield* request.certify;
          const failure = yield* request.certificate;
          assert.strictEqual(failure.status, 502);
          assert.strictEqual(codeOf(failure), "upstream_error");
          assert.isNull((yield* request.now).certificateUrl);
          clearFailures();
          const { status, text } = yield* request.certificate;
          assert.deepStrictEqual([status, text], [200, CERTIFICATE]);
          assert.isTrue(
            (yield* request.now).certificateUrl?.endsWith(`${request.path}/certificate`),
          );
        }),
      );
    });

    // The last of these checks what all others have stored.
    callbackTests(it);
  });
}

layer(apiServerWith({}, { current: "none", firma: undefined, documenso: undefined }), {
  excludeTestServices: true,
  timeout: "2 minutes",
})("without a provider", (it) => {
  it.effect("no request is sent, and no callback accepted", () =>
    Effect.gen(function* () {
      const { id: renderId } = yield* contractRender;
      const response = yield* ask(submissionFor(renderId));
      assert.strictEqual(response.status, 503, response.text);
      assert.strictEqual(codeOf(response), "signatures_unavailable");
      assert.deepStrictEqual(yield* listRequests(renderId), []);
      for (const provider of ["firma", "documenso", "builtin"]) {
        const callback = yield* call("POST", `/v1/hooks/signatures/${provider}`, {});
        assert.strictEqual(codeOf(callback), "not_found");
      }
    }),
  );
});
