import * as fs from "node:fs";
import * as net from "node:net";
import * as os from "node:os";
import * as path from "node:path";

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest";
import { putDatabase } from "@paraph/database/testing/database_folder";
import { freePort } from "@paraph/testing/free_port";
import { S3_KEY, S3_REGION, s3Server } from "@paraph/testing/s3_server";
import { Effect } from "effect";

import { callParaph } from "../../_testing/paraph_command.ts";
import { startServer } from "../../_testing/paraph_process.ts";
import { parseRecords } from "../../_testing/served_project.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "paraph-test-"));
const dataDir = path.join(folder, "data");
beforeAll(() => {
  fs.mkdirSync(dataDir, { mode: 0o700 });
  return Effect.runPromise(putDatabase(dataDir));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const SECRET = "hunter2-hunter2";
const CHECKS = [
  "settings",
  "node",
  "data",
  "database",
  "queue",
  "clock",
  "storage",
  "mail",
  "rate limit",
  "signing",
  "time stamps",
  "embed key",
  "public URL",
];

/** Runs `paraph doctor`: returns the exit code, and the findings by the name of their check. */
const doctor = Effect.fnUntraced(function* (environment: Record<string, string>) {
  const { code, stdout, stderr } = yield* callParaph(["doctor", "--json"], environment);
  assert.notInclude(stdout + stderr, SECRET);
  const findings = parseRecords(stdout);
  const names = findings.map(({ check }) => check);
  const reports = Object.fromEntries(
    findings.map(({ check, level, found }) => [
      String(check),
      `${String(level)}: ${String(found)}`,
    ]),
  );
  return { code, stderr, names, reports };
});

/** A mail server that sends a greeting and closes; without one it never responds. */
const mailServer = (greeting?: string) => {
  const sockets = new Set<net.Socket>();
  return Effect.acquireRelease(
    Effect.callback<net.Server>((resume) => {
      const server = net.createServer((socket) => {
        sockets.add(socket.on("error", () => socket.destroy()));
        if (greeting !== undefined) socket.end(`${greeting}\r\n`);
      });
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)));
    }),
    (server) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      }),
  ).pipe(
    Effect.map((server) => {
      const address = server.address();
      return address !== null && typeof address === "object" ? address.port : 0;
    }),
  );
};

describe("paraph doctor", () => {
  it.live("only warns before the first start, and creates nothing", () =>
    Effect.gen(function* () {
      const absent = path.join(folder, "absent");
      const port = String(yield* freePort);
      const { code, names, reports } = yield* doctor({ DATA_DIR: absent, PORT: port });
      assert.deepStrictEqual([code, names], [0, CHECKS]);
      assert.strictEqual(
        reports["data"],
        `ok: ${absent} does not exist yet; the first start creates it`,
      );
      assert.match(reports["database"] ?? "", /^ok: .+ does not exist yet/);
      assert.match(reports["public URL"] ?? "", /^warn: no server responds at /);
      assert.match(reports["mail"] ?? "", /^warn: no mail server; emails are written to /);
      assert.match(reports["signing"] ?? "", /^warn: no signing certificate; /);
      assert.isFalse(fs.existsSync(absent));
    }),
  );

  it.live("checks a database that no server uses, and one that a server uses", () =>
    Effect.gen(function* () {
      const copy = path.join(folder, "closed");
      fs.cpSync(dataDir, copy, { recursive: true });
      fs.chmodSync(copy, 0o755);
      const alone = yield* doctor({ DATA_DIR: copy, PORT: String(yield* freePort) });
      assert.strictEqual(alone.code, 0, JSON.stringify(alone.reports));
      assert.match(alone.reports["database"] ?? "", /^ok: PostgreSQL .+ opens.+schema is current/);
      assert.match(alone.reports["data"] ?? "", /^warn: .+ can be read by others \(mode 755\)/);

      const { port } = yield* startServer([], { DATA_DIR: dataDir });
      // It listens before it is ready, and responds then.
      yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/healthz`));
      const running = yield* doctor({ DATA_DIR: dataDir, PORT: String(port) });
      assert.strictEqual(running.code, 0, JSON.stringify(running.reports));
      assert.match(running.reports["database"] ?? "", /^ok: .+ a server uses it; .+ current/);
      assert.strictEqual(
        running.reports["queue"],
        "ok: renders waiting: 0, mails waiting: 0, deliveries waiting: 0, signatures waiting: 0",
      );
      assert.strictEqual(running.reports["clock"], "ok: agrees with the clock of the database");
      assert.match(running.reports["public URL"] ?? "", /^ok: a server responds at /);
      assert.match(running.reports["embed key"] ?? "", /^ok: the key in .+ is in use$/);
    }),
  );

  it.live("reports each failing dependency without secrets, and fails", () =>
    Effect.gen(function* () {
      const file = path.join(folder, "file");
      fs.writeFileSync(file, "");
      const [closedPort, refusing] = [yield* freePort, yield* mailServer("554 go away")];
      const { code, stderr, reports } = yield* doctor({
        DATA_DIR: file,
        PORT: String(closedPort),
        SERVICE_ENV: "live",
        DATABASE_URL: `postgres://me:${SECRET}@127.0.0.1:${closedPort}/x`,
        SMTP_URL: `smtp://me:${SECRET}@127.0.0.1:${refusing}`,
        REDIS_URL: `redis://:${SECRET}@127.0.0.1:${closedPort}`,
        SIGNING_TSA_URL: `http://me:${SECRET}@127.0.0.1:${closedPort}/`,
        SIGNING_P12_PATH: path.join(folder, "nowhere.p12"),
        SIGNING_P12_PASSWORD: SECRET,
      });
      assert.strictEqual(code, 1);
      assert.strictEqual(
        stderr,
        `paraph: failed: ${["data", "database", "storage", "mail", "rate limit", "signing", "time stamps"].join(", ")}\n`,
      );
      assert.strictEqual(reports["data"], `failed: ${file} is not a folder`);
      assert.match(
        reports["database"] ?? "",
        new RegExp(`^failed: .+127\\.0\\.0\\.1:${closedPort}/x`),
      );
      assert.match(
        reports["mail"] ?? "",
        new RegExp(`^failed: 127\\.0\\.0\\.1:${refusing} responds with 554`),
      );
      assert.match(reports["queue"] ?? "", /^warn: unknown/);
      assert.strictEqual(fs.readFileSync(file, "utf8"), "");
    }),
  );

  it.live("does not wait for servers that accept a connection and never respond", () =>
    Effect.gen(function* () {
      const silent = yield* mailServer();
      const { code, stderr, reports } = yield* doctor({
        DATA_DIR: path.join(folder, "none"),
        PORT: String(yield* freePort),
        SMTP_URL: `smtp://127.0.0.1:${silent}`,
        REDIS_URL: `redis://127.0.0.1:${silent}`,
        SIGNING_TSA_URL: `http://127.0.0.1:${silent}/`,
      });
      assert.strictEqual(code, 1);
      assert.strictEqual(
        stderr,
        `paraph: failed: ${["mail", "rate limit", "time stamps"].join(", ")}\n`,
      );
      assert.match(reports["rate limit"] ?? "", /^failed: no response in 5 seconds$/);
    }),
  );

  it.live("tests a bucket, and names the permission that the key lacks", () =>
    Effect.gen(function* () {
      const s3 = yield* s3Server("documents", "copies");
      const more = `&publicBucket=copies&publicUrl=${s3.endpoint}/copies`;
      const environment = {
        DATA_DIR: path.join(folder, "none"),
        PORT: String(yield* freePort),
        STORAGE_URL: `s3://documents?region=${S3_REGION}&endpoint=${s3.endpoint}${more}`,
        AWS_ACCESS_KEY_ID: S3_KEY.accessKeyId,
        AWS_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
      };
      s3.publicBuckets.add("copies");
      const well = yield* doctor(environment);
      assert.strictEqual(
        well.reports["storage"],
        "ok: documents and copies store, return and delete an object",
      );
      assert.strictEqual(s3.objects.size, 0);

      s3.publicBuckets.clear();
      s3.missingPermissions.add("s3:ListBucket").add("s3:DeleteObject copies");
      const { code, reports } = yield* doctor(environment);
      assert.strictEqual(code, 1);
      assert.match(
        reports["storage"] ?? "",
        /s3:ListBucket.+does not serve the public bucket to everyone.+copies responded with 403 AccessDenied: .+s3:DeleteObject/,
      );
      const wrong = yield* doctor({ ...environment, AWS_SECRET_ACCESS_KEY: SECRET });
      assert.match(
        wrong.reports["storage"] ?? "",
        /^failed: documents responded with 403 SignatureDoesNotMatch/,
      );
      yield* s3.stop;
      const silent = yield* doctor(environment);
      assert.match(
        silent.reports["storage"] ?? "",
        /^failed: documents does not respond: ECONNREFUSED/,
      );
    }),
  );

  it.live("reports every invalid setting", () =>
    Effect.gen(function* () {
      const { code, reports } = yield* doctor({ PORT: "http", LOG_LEVEL: SECRET });
      assert.strictEqual(code, 1);
      assert.match(
        reports["settings"] ?? "",
        /^failed: PORT is not valid; .+; LOG_LEVEL is not valid; /,
      );
      const { stdout } = yield* callParaph(["doctor"], { PORT: "http" });
      assert.match(stdout, /^failed {2}settings {5}PORT is not valid; .+ → correct them /);
    }),
  );
});
