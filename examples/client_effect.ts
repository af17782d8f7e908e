/**
 * Publishes a template, renders it, saves the PDF and shares it, with the Effect client.
 *
 * PARAPH_URL=http://127.0.0.1:3000 PARAPH_API_KEY=svc_test_… npx node examples/client_effect.ts receipt.pdf
 */
import { writeFile } from "node:fs/promises";

import { ParaphClient } from "@paraph/http/client";
import { Config, Console, Effect, Layer } from "effect";
import { FetchHttpClient } from "effect/http";

const program = Effect.gen(function* () {
  const paraph = yield* ParaphClient;
  const manifest = {
    variables: [{ key: "name", label: "Customer", dataType: "text", required: true }],
    loops: [],
  } as const;
  yield* paraph.templates.publish("greeting", { name: "Greeting", manifest });

  const { id } = yield* paraph.renders.submit("greeting", { data: { name: "Ada Lovelace" } });
  const { pageCount } = yield* paraph.renders.wait(id);

  const [file = "greeting.pdf"] = process.argv.slice(2);
  const pdf = yield* paraph.renders.download(id);
  yield* Effect.promise(() => writeFile(file, pdf));
  yield* Console.log(`${file} has ${pageCount} page(s)`);

  const { shareUrl } = yield* paraph.shares.create(id, { message: "Hello" });
  yield* Console.log(`Share link: ${shareUrl}`);
}).pipe(Effect.catchTag("render_failed", ({ message }) => Console.error(message)));

const paraph = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* Config.String("PARAPH_URL");
    const key = yield* Config.Redacted("PARAPH_API_KEY");
    return ParaphClient.layer({ url, key });
  }),
).pipe(Layer.provide(FetchHttpClient.layer));

await Effect.runPromise(Effect.provide(program, paraph));
