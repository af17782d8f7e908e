import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import * as path from "node:path";

import { assert, layer } from "@effect/vitest";
import { Context, Effect, Layer, References } from "effect";
import { HttpServer } from "effect/http";

import { server } from "../../packages/cli/_programs/serve.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { makeDataDir, createProjectKey, settingsOf } from "../support/deployment.ts";

const PACKAGE = path.join(import.meta.dirname, "../generated_client");
const TSC = path.join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");

/** Strict compiler options of the generated program's callers. */
const STRICT = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom"],
    types: ["node"],
    strict: true,
    noEmit: true,
    module: "nodenext",
    moduleResolution: "nodenext",
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
  },
  include: ["*.ts"],
};

/** Runs a Node program to its end, which must succeed. */
function run(...args: ReadonlyArray<string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.strictEqual(status, 0, stdout + stderr);
  return stdout + stderr;
}

/** Runs a program while this process serves its calls. */
const runAsync = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { code, output } = yield* Effect.promise(async () => {
    const child = spawn(process.execPath, args);
    const chunks: Array<Buffer> = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    }
    const [code] = await once(child, "close");
    return { code: Number(code), output: Buffer.concat(chunks).toString("utf8") };
  });
  assert.strictEqual(code, 0, output);
});

/** A server that renders, and the key of a project. */
class Live extends Context.Service<Live, { readonly port: number; readonly key: string }>()(
  "@paraph/test/Live",
) {}

const live = Layer.effect(
  Live,
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer;
    return { port: "port" in address ? address.port : 0, key: yield* createProjectKey };
  }),
).pipe(
  Layer.provide(
    Layer.unwrap(
      Effect.gen(function* () {
        const settings = yield* settingsOf({ dataDir: yield* makeDataDir });
        return server(settings, { worker: true });
      }),
    ),
  ),
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")),
);

/** A folder next to the program, so that both resolve the same packages; removed with the scope. */
const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(PACKAGE, ".generated_"))),
  (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true })),
);

layer(live, { excludeTestServices: true, timeout: "2 minutes" })("a generated client", (it) => {
  it.effect(
    "compiles, and publishes and renders",
    () =>
      Effect.gen(function* () {
        const { port, key } = yield* Live;
        const directory = yield* folder;
        const description = path.join(directory, "openapi.json");
        const { bytes } = yield* send(port, { path: "/openapi.json" });
        fs.writeFileSync(description, bytes);
        const generator = path.join(PACKAGE, "node_modules/openapi-typescript/bin/cli.js");
        run(generator, description, "--output", path.join(directory, "api.ts"));
        const program = path.join(directory, "main_job.ts");
        fs.copyFileSync(path.join(PACKAGE, "main_job.ts.template"), program);
        fs.writeFileSync(path.join(directory, "tsconfig.json"), JSON.stringify(STRICT));
        run(TSC, "--project", directory);

        const output = path.join(directory, "letter.pdf");
        yield* runAsync(program, `http://127.0.0.1:${port}`, key, output);
        assert.strictEqual(fs.readFileSync(output).subarray(0, 5).toString("latin1"), "%PDF-");
      }).pipe(Effect.scoped),
    120_000,
  );
});
