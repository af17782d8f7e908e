import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { promisify } from "node:util";

import { assert, layer } from "@effect/vitest";
import { Context, Effect, Layer, References } from "effect";
import { HttpServer } from "effect/http";

import { server } from "../../packages/cli/_programs/serve.ts";
import { makeDataDir, createProjectKey, settingsOf } from "../support/deployment.ts";

/** The server of `paraph serve` with a project, and a folder to write to. */
class Deployment extends Context.Service<
  Deployment,
  { readonly url: string; readonly key: string; readonly folder: string }
>()("@paraph/test/Deployed") {}

const deployment = Layer.unwrap(
  Effect.gen(function* () {
    const folder = yield* makeDataDir;
    const serverLayer = server(yield* settingsOf({ dataDir: folder }), { worker: true });
    const deploy = Effect.gen(function* () {
      const { address } = yield* HttpServer.HttpServer;
      const url = `http://127.0.0.1:${"port" in address ? address.port : 0}`;
      return { url, key: yield* createProjectKey, folder };
    });
    return Layer.provide(Layer.effect(Deployment, deploy), serverLayer);
  }),
).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn")));

const run = promisify(execFile);

layer(deployment, { excludeTestServices: true })("the examples of the client", (it) => {
  it.effect.each(["client.ts", "client_effect.ts"])("%s saves a PDF and shares it", (name) =>
    Effect.gen(function* () {
      const { url, key, folder } = yield* Deployment;
      const pdf = path.join(folder, `${name}.pdf`);
      const example = path.join(import.meta.dirname, "../../examples", name);
      const { PATH = "" } = process.env;
      const env = { PATH, PARAPH_URL: url, PARAPH_API_KEY: key };
      const { stdout, stderr } = yield* Effect.promise(() =>
        run(process.execPath, [example, pdf], { env }),
      );
      assert.deepEqual([fs.readFileSync(pdf, "latin1").slice(0, 5), stderr], ["%PDF-", ""]);
      const [saveLine = "", shareLine = ""] = stdout.split("\n");
      assert.strictEqual(saveLine, `${pdf} has 1 page(s)`);
      const [, link = ""] = /^Share link: (.+)$/.exec(shareLine) ?? [];
      const page = yield* Effect.promise(() => fetch(url + new URL(link).pathname));
      assert.strictEqual(page.status, 200);
      yield* Effect.promise(() => page.arrayBuffer());
    }),
  );
});
