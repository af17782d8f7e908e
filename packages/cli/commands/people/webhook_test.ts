import { createServer, type IncomingHttpHeaders } from "node:http";

import { assert, describe, it } from "@effect/vitest";
import { Effect, Schedule } from "effect";
import { Webhook as Verifier } from "standardwebhooks";

import { callParaph } from "../../_testing/paraph_command.ts";
import { startParaph } from "../../_testing/paraph_process.ts";
import { parseRecord, parseRecords, servedProject } from "../../_testing/served_project.ts";

const LETTER = { name: "Letter", manifest: { variables: [], loops: [] } };

interface WebhookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A local receiver that accepts everything. */
const receiver = Effect.acquireRelease(
  Effect.callback<{
    readonly url: string;
    readonly requests: Array<WebhookRequest>;
    close: () => void;
  }>((resume) => {
    const requests: Array<WebhookRequest> = [];
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.end();
      });
    }).listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const close = () => server.close();
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, requests, close }));
    });
  }),
  ({ close }) => Effect.sync(close),
);

/** Returns the body of a request if a secret signed it. */
const verify = (secret: string, { headers, body }: WebhookRequest) => {
  const flat = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Verifier(secret).verify(body, Object.fromEntries(flat));
};

/** Waits until a condition holds. */
const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (is: boolean) => is, schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("2 minutes"),
  );

describe("paraph webhook", () => {
  it.live("manages webhooks, and forwards events to a local program", () =>
    Effect.gen(function* () {
      const { run, environment, call } = yield* servedProject;
      const webhook = (...args: ReadonlyArray<string>) => run("webhook", ...args);
      const { url, requests } = yield* receiver;
      const endpoint = parseRecord(yield* webhook("create", url, "--event", "render.queued"));
      const id = String(endpoint["id"]);
      assert.deepInclude(endpoint, { url, events: ["render.queued"], enabled: true });
      assert.deepInclude(parseRecords(yield* webhook("list"))[0], { id, url });
      const ping = parseRecord(yield* webhook("test", id));
      yield* until(() => requests.length === 1);
      verify(String(endpoint["secret"]), requests[0]!);
      const [delivery] = parseRecords(yield* webhook("deliveries", id));
      assert.deepInclude(delivery, { id: ping["id"], type: "webhook.ping" });
      const rotation = parseRecord(yield* webhook("rotate", id));
      yield* webhook("replay", id, String(ping["id"]));
      yield* until(() => requests.length === 2);
      verify(String(rotation["secret"]), requests[1]!);
      assert.strictEqual(requests[1]?.body, requests[0]?.body);
      const off = yield* webhook("update", id, "--no-enabled", "--description", "Books");
      assert.deepInclude(parseRecord(off), { enabled: false, description: "Books", url });
      assert.deepStrictEqual(parseRecord(yield* webhook("get", id)), parseRecord(off));
      const emptyUpdate = yield* callParaph(["webhook", "update", id], environment);
      assert.deepInclude(emptyUpdate, { code: 2, stdout: "" });
      yield* webhook("delete", id);
      // An earlier name of the command.
      const old = String(parseRecord(yield* webhook("add", url))["id"]);
      yield* webhook("remove", old);
      assert.deepEqual(parseRecords(yield* webhook("list")), []);

      const listening = yield* startParaph(["webhook", "listen", url], environment);
      const secret = yield* listening.waitForLog(/signed with (whsec_\S+)/);
      yield* call("PUT", "/v1/templates/letter", LETTER);
      yield* call("POST", "/v1/templates/letter/render", { data: {} });
      yield* until(() => requests.length === 4);
      const types = requests.slice(2).map((each) => verify(secret, each));
      assert.deepInclude(types[0], { type: "render.queued" });
      assert.deepInclude(types[1], { type: "render.succeeded" });
      yield* listening.waitForLog(/render\.succeeded {2}\S+ {2}200/);
    }),
  );

  it.live("reports what is missing", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* callParaph(["webhook", "list"], {});
      assert.strictEqual(code, 2);
      assert.match(stderr, /PARAPH_API_KEY is missing/);
    }),
  );
});
