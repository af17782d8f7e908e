import path from "node:path";

import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { PublishTemplate } from "@paraph/core/templates";
import { PublicUrls } from "@paraph/core/values";
import { ParaphClient } from "@paraph/http/client";
import { Console, Effect, FileSystem, Layer, Schema } from "effect";
import { FetchHttpClient } from "effect/http";

import type { Settings } from "../settings.ts";
import { INVOICE } from "./invoice.ts";
import { logging } from "./logging.ts";
import { server } from "./serve.ts";

/**
 * Starts a server with an example: creates an account, a project and a key, publishes and renders the example
 * invoice, and prints keys and URLs. Then it serves until it is stopped, or ends at once with `once`.
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
  const client = ParaphClient.layer({ url: base, key: projectKey });
  const { downloadUrl, bytes } = yield* Effect.provide(
    drawInvoice,
    Layer.provide(client, FetchHttpClient.layer),
  );
  const folder = path.join(dataDir, "demo");
  const [pdf, env] = [path.join(folder, "invoice.pdf"), path.join(folder, "env")];
  yield* fs.makeDirectory(folder, { recursive: true });
  yield* fs.writeFile(pdf, bytes);
  // An existing file may be readable by others; a new file is not.
  yield* fs.remove(env, { force: true });
  yield* fs.writeFileString(env, environment({ base, accountKey, projectKey }), { mode: 0o600 });
  const shown = { base, pdf, env: path.relative("", env), downloadUrl, accountKey, projectKey };
  return yield* Console.log(story(shown));
});

/** Publishes and renders the example invoice. */
const drawInvoice = Effect.gen(function* () {
  const { templates, renders } = yield* ParaphClient;
  yield* templates.publish("invoice", yield* readJsonObject("template.json", PublishTemplate));
  const data = yield* readJsonObject("data.json", Schema.Record(Schema.String, Schema.Unknown));
  const options = { sync: true, filename: "invoice" };
  const { id, downloadUrl, errorMessage } = yield* renders.submit("invoice", { data, options });
  if (downloadUrl === null) return yield* Effect.die(errorMessage);
  return { downloadUrl, bytes: yield* renders.download(id) };
});

const openDoors = Effect.gen(function* () {
  const projects = yield* Projects;
  const keys = yield* Keys;
  const { id: accountId } = yield* projects.openAccount("Demo");
  const { id: projectId } = yield* projects.create(accountId, "Demo");
  const account = yield* keys.create({ kind: "account", accountId }, "Demo");
  const project = yield* keys.create({ kind: "project", projectId }, "Demo");
  return { accountKey: account.key, projectKey: project.key };
});

const readJsonObject = Effect.fnUntraced(function* <A, I>(
  file: string,
  schema: Schema.Codec<A, I>,
) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* fs.readFileString(path.join(INVOICE, file));
  return yield* Schema.decodeEffect(Schema.fromJsonString(schema))(text);
});

/** The URL of the server and its keys. */
interface Doors {
  readonly base: string;
  readonly accountKey: string;
  readonly projectKey: string;
}

/** The content of the file that a shell sources to use them. */
function environment({ base, accountKey, projectKey }: Doors): string {
  return `export PARAPH_URL='${base}'
export PARAPH_API_KEY='${projectKey}'
export PARAPH_ACCOUNT_KEY='${accountKey}'
`;
}

interface Story extends Doors {
  readonly pdf: string;
  /** The path of that file, relative to the working directory. */
  readonly env: string;
  readonly downloadUrl: string;
}

function story({ base, pdf, env, downloadUrl, accountKey, projectKey }: Story): string {
  return `
Paraph has rendered its first invoice.

  PDF           ${pdf}
  The same      ${downloadUrl}
  API           ${base}
  Documentation ${base}/docs
  Project key   ${projectKey}
  Account key   ${accountKey}

Next, in another terminal:

  . ${env.startsWith("/") ? env : `./${env}`}
  npx paraph render submit invoice --data examples/invoice/data.json -o again.pdf
`;
}
