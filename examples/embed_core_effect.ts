// The same with Effect layers: node examples/embed_core_effect.ts [OUTPUT.pdf]
import { NodeRuntime } from "@effect/platform-node";
import { Admin } from "@paraph/core/admin";
import { Renders } from "@paraph/core/renders";
import { Shares } from "@paraph/core/shares";
import { Signatures } from "@paraph/core/signatures";
import { PublishTemplate, Templates } from "@paraph/core/templates";
import { Slug } from "@paraph/core/values";
import { Console, Effect, FileSystem, Layer, Logger, Schema, Stream } from "effect";
import { paraphLayer } from "paraph";

const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = process.env;
const output = process.argv[2] ?? "invoice.pdf";
const slug = Slug.make("invoice");
const Data = Schema.Record(Schema.String, Schema.Unknown);

const read = Effect.fnUntraced(function* <A, I>(name: string, schema: Schema.Codec<A, I>) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* fs.readFileString(`${import.meta.dirname}/gallery/invoice/${name}.json`);
  return yield* Schema.decodeEffect(Schema.fromJsonString(schema))(text);
});

const program = Effect.gen(function* () {
  const { projectId } = yield* (yield* Admin).provision({ externalOrgId: "acme" });
  yield* (yield* Templates).publish(projectId, slug, yield* read("template", PublishTemplate));

  const renders = yield* Renders;
  const data = yield* read("data", Data);
  const { render } = yield* renders.submit(projectId, slug, { data, source: "api" });
  const { pageCount } = yield* renders.wait(projectId, render.id, "1 minute");
  const document = yield* renders.open(projectId, render.id);
  const fs = yield* FileSystem.FileSystem;
  yield* document.bytes.pipe(Stream.run(fs.sink(output)));
  yield* Console.log(`Rendered ${output}: ${pageCount} pages, ${document.totalSize} bytes`);

  const share = yield* (yield* Shares).create(projectId, render.id, {});
  yield* Console.log(`Share link ${share.value.shareUrl}`);

  const recipients = [{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" }];
  const anchor = { anchorString: "Signature of the customer", offsetY: 13 };
  const anchorTags = [{ ...anchor, type: "signature", recipientIndex: 0 }] as const;
  const signatureRequest = { renderId: render.id, recipients, anchorTags };
  const { signature } = yield* (yield* Signatures).create(projectId, signatureRequest);
  yield* Console.log(`Signature request ${signature.id} is ${signature.status}`);
});

program.pipe(
  Effect.provide(
    paraphLayer({ dataDir, databaseUrl }).pipe(
      Layer.provideMerge(Layer.succeed(Logger.LogToStderr, true)),
    ),
  ),
  NodeRuntime.runMain,
);
