import path from "node:path";
import { fileURLToPath } from "node:url";

import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { PublishTemplate } from "@paraph/core/templates";
import { PublicUrls, Slug } from "@paraph/core/values";
import { Api } from "@paraph/http/api";
import { Console, Effect, FileSystem, Layer, Schema } from "effect";
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http";
import { HttpApiClient } from "effect/http-api";

import type { Settings } from "../settings.ts";
import { logging } from "./logging.ts";
import { server } from "./serve.ts";

const INVOICE = fileURLToPath(new URL("../../../examples/invoice/", import.meta.url));

/**
 * Starts a server and shows what it does: an account, a project and a key are made, the invoice of
 * the examples is published and rendered, and everything to go on with is printed. Then it serves
 * until it is stopped, or ends at once.
 */
export function demo(settings: Settings, options: { readonly once: boolean }) {
  const shown = show(settings).pipe(Effect.andThen(options.once ? Effect.void : Effect.never));
  const logs = logging({ ...settings, logLevel: "Warn" }, "stderr");
  return Effect.provide(shown, Layer.provideMerge(server(settings, { worker: true }), logs));
}

const show = Effect.fnUntraced(function* ({ dataDir }: Settings) {
  const fs = yield* FileSystem.FileSystem;
  const { base } = yield* PublicUrls;
  const { accountKey, projectKey } = yield* openDoors;
  const client = yield* HttpApiClient.make(Api, {
    baseUrl: base,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(projectKey)),
  }).pipe(Effect.provide(FetchHttpClient.layer));

  const slug = Slug.make("invoice");
  const template = yield* readJson("template.json", PublishTemplate);
  yield* client.templates.publish({ params: { slug }, payload: template });
  const data = yield* readJson("data.json", Schema.Record(Schema.String, Schema.Unknown));
  const { downloadUrl, errorMessage } = yield* client.renders.submit({
    params: { slug },
    headers: {},
    payload: { data, options: { sync: true, filename: "invoice" } },
  });
  if (downloadUrl === null) return yield* Effect.die(errorMessage);
  const pdf = path.join(dataDir, "demo", "invoice.pdf");
  const answer = yield* Effect.promise(() => fetch(downloadUrl));
  const bytes = new Uint8Array(yield* Effect.promise(() => answer.arrayBuffer()));
  yield* fs.makeDirectory(path.dirname(pdf), { recursive: true });
  yield* fs.writeFile(pdf, bytes);
  return yield* Console.log(story({ base, pdf, downloadUrl, accountKey, projectKey }));
});

const openDoors = Effect.gen(function* () {
  const projects = yield* Projects;
  const keys = yield* Keys;
  const { id: accountId } = yield* projects.openAccount("Demo");
  const { id: projectId } = yield* projects.create(accountId, "Demo");
  const account = yield* keys.mint({ kind: "account", accountId }, "Demo");
  const project = yield* keys.mint({ kind: "project", projectId }, "Demo");
  return { accountKey: account.key, projectKey: project.key };
});

const readJson = Effect.fnUntraced(function* <A, I>(file: string, schema: Schema.Codec<A, I>) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* fs.readFileString(path.join(INVOICE, file));
  return yield* Schema.decodeEffect(Schema.fromJsonString(schema))(text);
});

interface Story {
  readonly base: string;
  readonly pdf: string;
  readonly downloadUrl: string;
  readonly accountKey: string;
  readonly projectKey: string;
}

function story({ base, pdf, downloadUrl, accountKey, projectKey }: Story): string {
  return `
Paraph has rendered its first invoice.

  PDF           ${pdf}
  The same      ${downloadUrl}
  API           ${base}
  Documentation ${base}/docs
  Project key   ${projectKey}
  Account key   ${accountKey}

Render it again with other data:

  curl -s ${base}/v1/templates/invoice/render \\
    -H "Authorization: Bearer ${projectKey}" \\
    -d '{"data": {…}, "options": {"sync": true}}'
`;
}
