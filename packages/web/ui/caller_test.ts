import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { assert, layer } from "@effect/vitest";
import { Context, Effect, Layer } from "effect";

import { CallFailed } from "./browser/session/call_failed.ts";
import { Caller, type CallerOptions, type CallState } from "./browser/session/caller.ts";

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

/** A server with scripted responses. */
class ScriptedServer extends Context.Service<
  ScriptedServer,
  {
    readonly root: string;
    readonly plays: (...answers: Array<Responder>) => Array<IncomingMessage>;
  }
>()("Scripted") {
  static readonly layer = Layer.effect(
    ScriptedServer,
    Effect.gen(function* () {
      const script: { answers: Array<Responder>; heard: Array<IncomingMessage> } = {
        answers: [],
        heard: [],
      };
      const server = createServer((request, response) => {
        script.heard.push(request);
        const [next = status(500)] = script.answers.splice(0, 1);
        next(request, response);
      });
      yield* Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void));
      });
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          server.closeAllConnections();
          server.close();
        }),
      );
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const plays = (...answers: Array<Responder>) => {
        Object.assign(script, { answers, heard: [] });
        return script.heard;
      };
      return { root: `http://127.0.0.1:${port}`, plays };
    }),
  );
}

const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    response.writeHead(code, headers).end(JSON.stringify(body));
const hangUp: Responder = (request) => request.socket.destroy();
const byToken =
  (good: string): Responder =>
  (request, response) => {
    const isGood = request.headers.authorization === `Bearer ${good}`;
    status(isGood ? 200 : 401, { error: { code: "invalid_credentials", message: "No" } })(
      request,
      response,
    );
  };

/** A caller without pauses, and its recorded pauses and states. */
const callerOf = (root: string, more: Partial<CallerOptions> = {}) => {
  const pauses: Array<number> = [];
  const states: Array<CallState> = [];
  const caller = new Caller({
    root,
    token: "old",
    renew: () => Promise.reject(new CallFailed(401, "session_expired", "Over")),
    onState: (state) => states.push(state),
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    ...more,
  });
  return { caller, pauses, states };
};

const failureOf = (call: Promise<Response>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof CallFailed ? error : undefined),
  );

layer(ScriptedServer.layer, { excludeTestServices: true })("Caller", (it) => {
  it.effect("retries what is safe to retry, with at most five attempts", () =>
    Effect.gen(function* () {
      const { root, plays } = yield* ScriptedServer;
      const { caller, pauses, states } = callerOf(root);
      yield* Effect.promise(async () => {
        plays(status(500), hangUp, status(429, {}, { "retry-after": "9" }), status(200, { a: 1 }));
        const response = await caller.call("GET", "/x");
        assert.deepEqual(await response.json(), { a: 1 });
        assert.deepEqual(states, ["retrying", "retrying", "retrying", "fine"]);
        assert.strictEqual(pauses[2], 9000);
        const requests = plays(...Array.from({ length: 9 }, () => hangUp));
        const failure = await failureOf(caller.call("PUT", "/x", {}));
        assert.deepEqual([failure?.status, failure?.code], [0, "network"]);
        assert.strictEqual(requests.length, 5);
      });
    }),
  );

  it.effect("does not retry an unsafe call without an idempotency key", () =>
    Effect.gen(function* () {
      const { root, plays } = yield* ScriptedServer;
      const { caller } = callerOf(root);
      yield* Effect.promise(async () => {
        const once = plays(status(500), status(200));
        assert.strictEqual((await failureOf(caller.call("POST", "/x", {})))?.status, 500);
        assert.strictEqual(once.length, 1);
        const twice = plays(status(500), status(200));
        await caller.call("POST", "/x", {}, { idempotencyKey: "k" });
        assert.deepEqual(
          twice.map(({ headers }) => headers["idempotency-key"]),
          ["k", "k"],
        );
      });
    }),
  );

  it.effect("renews the token once for concurrent calls and repeats them", () =>
    Effect.gen(function* () {
      const { root, plays } = yield* ScriptedServer;
      const renewals: Array<string> = [];
      const renew = () => {
        renewals.push("token");
        return new Promise<string>((resolve) => {
          setImmediate(() => resolve("new"));
        });
      };
      const { caller, states } = callerOf(root, { renew });
      yield* Effect.promise(async () => {
        plays(byToken("new"), byToken("new"), byToken("new"), byToken("new"));
        const responses = await Promise.all([caller.call("GET", "/a"), caller.call("POST", "/b")]);
        assert.deepEqual(
          responses.map(({ status }) => status),
          [200, 200],
        );
        assert.isTrue(states.includes("expired"));
        assert.strictEqual(renewals.length, 1);
      });
    }),
  );

  it.effect("limits the renewals of refused tokens", () =>
    Effect.gen(function* () {
      const { root, plays } = yield* ScriptedServer;
      const { caller } = callerOf(root, { renew: () => Promise.resolve("bad") });
      yield* Effect.promise(async () => {
        const requests = plays(...Array.from({ length: 9 }, () => byToken("good")));
        const failure = await failureOf(caller.call("GET", "/x"));
        assert.deepEqual([failure?.status, failure?.code], [401, "invalid_credentials"]);
        assert.strictEqual(requests.length, 3);
        plays(byToken("good"));
        const { caller: alone } = callerOf(root);
        assert.strictEqual((await failureOf(alone.call("GET", "/x")))?.code, "session_expired");
      });
    }),
  );

  it.effect("stops when the caller aborts", () =>
    Effect.gen(function* () {
      const { root, plays } = yield* ScriptedServer;
      const { caller } = callerOf(root, { renew: () => new Promise(() => {}) });
      yield* Effect.promise(async () => {
        plays(byToken("good"));
        const stop = new AbortController();
        const call = caller.call("GET", "/x", undefined, { signal: stop.signal });
        stop.abort(new Error("enough"));
        const error: unknown = await call.catch((reason: unknown) => reason);
        assert.instanceOf(error, Error);
        assert.strictEqual(error.message, "enough");
      });
    }),
  );
});
