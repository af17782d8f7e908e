/**
 * A project that blocks threads for long, next to another project. The order of service counts, not the speed
 * of the machine.
 */
import { assert, layer } from "@effect/vitest";
import { RenderId } from "@paraph/core/values";
import { Effect, Fiber } from "effect";

import { ApiServer, apiServer } from "../../packages/http/_testing/api_server.ts";
import { codeOf, fieldsOf } from "../../packages/http/_testing/body.ts";
import { openSession } from "../../packages/http/_testing/embedding.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import { packedContent, treeBomb } from "../../packages/pdf/testing/pdf_bombs.ts";
import { drawing, overlay, slowSvg } from "../bench/fairness/attacks.ts";
import { caller } from "../support/deployment.ts";
import { documentOf } from "../support/shared_document.ts";

const both = Effect.map(ApiServer, ({ port, key, otherKey }) => ({
  attacker: caller(port, key),
  victim: caller(port, otherKey),
}));

/** The same file for a reader, but with another hash. */
const another = (pdf: Buffer, index: number) => Buffer.concat([pdf, Buffer.from(`\n%${index}`)]);

/** Sends concurrent requests; returns a counter of their responses. */
const attackWith = Effect.fnUntraced(function* <A, R>(
  requests: ReadonlyArray<Effect.Effect<A, never, R>>,
) {
  const responses: Array<A> = [];
  const fibers = yield* Effect.forEach(requests, (request) =>
    Effect.forkChild(
      Effect.tap(request, (response) => Effect.sync(() => responses.push(response))),
      { startImmediately: true },
    ),
  );
  return { responses, end: Effect.forEach(fibers, Fiber.join) };
});

const TEMPLATE = { name: "Plain", manifest: { variables: [], loops: [] } };

layer(apiServer, { excludeTestServices: true, timeout: "4 minutes" })("other projects", (it) => {
  it.effect(
    "send for signature while long documents are read, and others that decompress to 400 MB",
    () =>
      Effect.gen(function* () {
        const { attacker, victim } = yield* both;
        const bomb = packedContent();
        const request = Effect.fnUntraced(function* (call: typeof victim, pdf: Uint8Array) {
          yield* call("PUT", "/v1/templates/plain", TEMPLATE);
          const render = yield* call("POST", "/v1/templates/plain/render", { data: {} });
          const renderId = RenderId.make(String(fieldsOf(render)["id"]));
          yield* succeedRender(renderId, pdf);
          return {
            renderId,
            recipients: [{ firstName: "Ada", email: "ada@example.com" }],
            anchorTags: [{ anchorString: "Chapter", type: "signature", recipientIndex: 0 }],
          };
        });
        const bodies = yield* Effect.forEach(
          Array.from({ length: 12 }, (_, index) => another(bomb, index % 8)),
          (pdf) => request(attacker, pdf),
        );
        const long = yield* Effect.promise(() => documentOf(200));
        const longBodies = yield* Effect.forEach(
          Array.from({ length: 6 }, (_, index) => another(long, index)),
          (pdf) => request(attacker, pdf),
        );
        const honest = yield* request(victim, yield* Effect.promise(() => documentOf(1)));
        const { responses, end } = yield* attackWith(
          bodies.map((body) => attacker("POST", "/v1/signatures", body)),
        );
        const { responses: longResponses, end: longEnd } = yield* attackWith(
          longBodies.map((body) => attacker("POST", "/v1/signatures", body)),
        );
        assert.strictEqual((yield* victim("POST", "/v1/signatures", honest)).status, 201);
        assert.isBelow(longResponses.length, longBodies.length);
        yield* end;
        yield* longEnd;
        for (const response of longResponses) assert.isBelow(response.status, 500, response.text);
        for (const response of responses) {
          assert.deepStrictEqual([response.status, codeOf(response)], [409, "conflict"]);
          assert.include(response.text, "unpacks to too much data");
        }
      }),
  );

  it.effect("publish while a session without permissions previews page trees without an end", () =>
    Effect.gen(function* () {
      const { victim } = yield* both;
      const permissions = { saveDraft: false, publish: false, rename: false, delete: false };
      const { call } = yield* openSession({ permissions });
      const { responses, end } = yield* attackWith(
        Array.from({ length: 6 }, (_, index) =>
          call("POST", "/v1/embed/builder/preview", {
            layout: overlay(another(treeBomb(), index)).layout,
          }),
        ),
      );
      assert.strictEqual((yield* victim("PUT", "/v1/templates/letter", TEMPLATE)).status, 201);
      yield* end;
      for (const response of responses) {
        assert.deepStrictEqual([response.status, codeOf(response)], [400, "invalid_request"]);
        assert.include(response.text, "lists a node twice");
      }
    }),
  );

  it.effect("publish while slow drawings are checked", () =>
    Effect.gen(function* () {
      const { attacker, victim } = yield* both;
      const slow = drawing(slowSvg(15_000));
      const { responses, end } = yield* attackWith(
        Array.from({ length: 8 }, (_, index) =>
          attacker("PUT", `/v1/templates/slow-${index}`, slow),
        ),
      );
      const response = yield* victim("PUT", "/v1/templates/quick", TEMPLATE);
      assert.strictEqual(response.status, 201);
      assert.isBelow(responses.length, 8);
      yield* end;
    }),
  );
});
