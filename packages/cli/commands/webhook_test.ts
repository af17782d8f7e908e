import * as fs from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, describe, it } from "@effect/vitest";
import { Effect, Schedule, Schema } from "effect";
import { Webhook as Verifier } from "standardwebhooks";

import { runParaph, startParaph, startServer } from "../_testing/paraph_process.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const LETTER = { name: "Letter", manifest: { variables: [], loops: [] } };

const parsed = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)),
);
const parsedList = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
);

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on this machine that takes everything. */
const receiver = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly received: Array<Received>; close: () => void }>(
    (resume) => {
      const received: Array<Received> = [];
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
          response.end();
        });
      }).listen(0, "127.0.0.1", () => {
        const address = server.address();
        const port = typeof address === "object" && address !== null ? address.port : 0;
        const close = () => server.close();
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, received, close }));
      });
    },
  ),
  ({ close }) => Effect.sync(close),
);

/** What was sent, when it is signed with a secret. */
const verify = (secret: string, { headers, body }: Received) => {
  const flat = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Verifier(secret).verify(body, Object.fromEntries(flat));
};

/** A server with a project, and what runs commands as that project. */
const served = Effect.gen(function* () {
  const { port } = yield* startServer([], { DATA_DIR: dataDir });
  const url = `http://127.0.0.1:${port}`;
  const run = Effect.fnUntraced(function* (
    environment: Record<string, string>,
    ...args: ReadonlyArray<string>
  ) {
    const { code, stdout, stderr } = yield* runParaph([...args, "--json"], {
      PARAPH_URL: url,
      DATA_DIR: dataDir,
      ...environment,
    });
    assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "));
    return stdout;
  });
  const opened = parsed(yield* run({}, "account", "create", "--name", "Acme"));
  const account = { PARAPH_ACCOUNT_KEY: String(opened["accountKey"]) };
  const project = parsed(yield* run(account, "project", "create", "--name", "Books"));
  const minted = yield* run(account, "key", "mint", "--project", String(project["id"]));
  const key = String(parsed(minted)["key"]);
  const environment = { PARAPH_URL: url, PARAPH_API_KEY: key };
  const call = (method: string, route: string, body: unknown) =>
    Effect.promise(() =>
      fetch(`${url}${route}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
      }),
    );
  return {
    environment,
    call,
    webhook: (...args: ReadonlyArray<string>) => run(environment, "webhook", ...args),
  };
});

/** Waits until a condition holds. */
const until = (holds: () => boolean) =>
  Effect.sync(holds).pipe(
    Effect.repeat({ until: (is: boolean) => is, schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("30 seconds"),
  );

describe("paraph webhook", () => {
  it.live("manages webhooks, and forwards events to a program under development", () =>
    Effect.gen(function* () {
      const { webhook, environment, call } = yield* served;
      const { url, received } = yield* receiver;
      const added = parsed(yield* webhook("add", url, "--event", "render.queued"));
      const id = String(added["id"]);
      assert.deepInclude(added, { url, events: ["render.queued"], enabled: true });
      assert.deepInclude(parsedList(yield* webhook("list"))[0], { id, url });
      const ping = parsed(yield* webhook("test", id));
      yield* until(() => received.length === 1);
      verify(String(added["secret"]), received[0]!);
      const [delivery] = parsedList(yield* webhook("deliveries", id));
      assert.deepInclude(delivery, { id: ping["id"], type: "webhook.ping" });
      const rotated = parsed(yield* webhook("rotate", id));
      yield* webhook("replay", id, String(ping["id"]));
      yield* until(() => received.length === 2);
      verify(String(rotated["secret"]), received[1]!);
      assert.strictEqual(received[1]?.body, received[0]?.body);
      yield* webhook("remove", id);
      assert.deepEqual(parsedList(yield* webhook("list")), []);

      const listening = yield* startParaph(["webhook", "listen", url], environment);
      const secret = yield* listening.logged(/signed with (whsec_\S+)/);
      yield* call("PUT", "/v1/templates/letter", LETTER);
      yield* call("POST", "/v1/templates/letter/render", { data: {} });
      yield* until(() => received.length === 4);
      const types = received.slice(2).map((each) => verify(secret, each));
      assert.deepInclude(types[0], { type: "render.queued" });
      assert.deepInclude(types[1], { type: "render.succeeded" });
      yield* listening.logged(/render\.succeeded {2}\S+ {2}200/);
    }),
  );

  it.live("says what is missing", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* runParaph(["webhook", "list"], {});
      assert.strictEqual(code, 1);
      assert.match(stderr, /PARAPH_API_KEY is missing/);
    }),
  );
});
