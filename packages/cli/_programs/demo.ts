import path from "node:path";

import { type Settings, WrongSettings } from "@paraph/app/settings";
import { DEMO_KEYS } from "@paraph/core/keys";
import { isLoopbackHost, PublicUrls } from "@paraph/core/values";
import { ParaphClient } from "@paraph/http/client";
import { Console, Effect, FileSystem, Layer, Schema } from "effect";
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http";

import { readTemplate } from "../template_folder/mod.ts";
import { demoKeys } from "./demo_keys.ts";
import { INVOICE } from "./gallery.ts";
import { logEnvironmentWarnings, logging } from "./logging.ts";
import { server } from "./serve.ts";
import { signingLinks } from "./signing_links.ts";
import { comparison, publishedOf } from "./templates/published_version.ts";

/** The file in the folder of the demo that a shell sources. */
const ENV = "env";

/**
 * Starts a server with an example: publishes and renders the example invoice, shares it, sends it for
 * signature, and prints the URLs. Then it serves until it is stopped. With `once`, it ends when the PDF is
 * written.
 */
export const demo = Effect.fnUntraced(function* (
  baseSettings: Settings,
  { once }: { readonly once: boolean },
) {
  const settings = yield* demoSettings(baseSettings);
  const folder = path.join(settings.dataDir, "demo");
  // With `once`, the file with the URL of the other demo stays.
  if (!once) yield* requireNoDemo(folder, settings.dataDir);
  const client = Layer.unwrap(
    Effect.map(PublicUrls, ({ base }) => ParaphClient.layer({ url: base, key: DEMO_KEYS.project })),
  );
  const running = Layer.merge(
    server(settings, {
      worker: true,
      startCommand: "npm run demo",
      localOnly: true,
      keys: demoKeys(folder),
      exampleKeys: DEMO_KEYS,
    }),
    logEnvironmentWarnings,
  );
  const logs = logging({ ...settings, logLevel: "Warn" }, "stderr");
  const services = Layer.provide(client, FetchHttpClient.layer).pipe(
    Layer.provideMerge(running),
    Layer.provideMerge(logs),
  );
  yield* progress("Opening the database and starting the server");
  const program = Effect.gen(function* () {
    yield* progress("Rendering an invoice");
    const invoice = yield* renderInvoice(folder);
    if (once) return yield* Console.log(onceText(invoice.file));
    yield* progress("Sharing it, and sending it for signature");
    const { base } = yield* PublicUrls;
    const links = yield* sendInvoice(invoice.id, base);
    const env = yield* writeEnvironment(folder, base);
    yield* Console.log(textOfDemo({ ...invoice, ...links, base, env }));
    return yield* Effect.never;
  });
  return yield* Effect.provide(program, services);
});

/** The demo has public keys and sends no emails. */
const demoSettings = Effect.fnUntraced(function* (settings: Settings) {
  const { host, publicUrl, serviceEnv } = settings;
  const isLocal = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname);
  const problems = [
    ...(isLoopbackHost(host) ? [] : [wrong("HOST", "127.0.0.1, localhost or ::1")]),
    ...(isLocal ? [] : [wrong("PUBLIC_URL", "a URL with such a host, or none")]),
    ...(serviceEnv === "test" ? [] : [wrong("SERVICE_ENV", "test")]),
  ];
  if (problems.length > 0) return yield* new WrongSettings({ message: problems.join("\n") });
  const local: Settings = { ...settings, smtpUrl: undefined, signatureProvider: "builtin" };
  return local;
});

function wrong(variable: string, allowedValues: string): string {
  return `${variable} is not valid for the demo, whose keys are public; allowed: ${allowedValues}. \`paraph serve\` starts a server with your own keys`;
}

/** Fails if the URL that other terminals load is that of a running demo. */
const requireNoDemo = Effect.fnUntraced(function* (folder: string, dataDir: string) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* Effect.orElseSucceed(fs.readFileString(path.join(folder, ENV)), () => "");
  const url = /^export PARAPH_URL='(?<url>[^']+)'$/mu.exec(text)?.groups?.["url"];
  if (url !== undefined && (yield* isDemo(url))) {
    const message = `A demo already runs at ${url} with this DATA_DIR (${dataDir}); stop it, or set DATA_DIR to another folder`;
    return yield* new WrongSettings({ message });
  }
  return undefined;
});

/** Whether a demo responds at a URL: no other server accepts its key. */
const isDemo = (url: string) =>
  HttpClientRequest.get(`${url}/v1/templates`).pipe(
    HttpClientRequest.bearerToken(DEMO_KEYS.project),
    HttpClient.execute,
    Effect.timeout("5 seconds"),
    Effect.match({ onSuccess: ({ status }) => status === 200, onFailure: () => false }),
    Effect.provide(FetchHttpClient.layer),
  );

/** Shows what takes time. The result is on standard output. */
function progress(text: string) {
  return Console.error(`${text}…`);
}

/** Publishes the example invoice unless it is already published. */
const publishInvoice = Effect.gen(function* () {
  const { templates } = yield* ParaphClient;
  const { content } = yield* readTemplate(INVOICE);
  const current = yield* templates.get("invoice").pipe(
    Effect.map(publishedOf),
    Effect.catchTag("template_not_found", () => Effect.undefined),
  );
  if (current !== undefined && comparison(current, content).length === 0) return;
  yield* templates.publish("invoice", content);
});

/** Publishes and renders the example invoice, and saves its PDF. */
const renderInvoice = Effect.fnUntraced(function* (folder: string) {
  const { renders } = yield* ParaphClient;
  const fs = yield* FileSystem.FileSystem;
  yield* publishInvoice;
  const data = yield* readJsonObject("data.json", Schema.Record(Schema.String, Schema.Unknown));
  const options = { sync: true, filename: "invoice" };
  const { id, downloadUrl, errorMessage } = yield* renders.submit("invoice", { data, options });
  if (downloadUrl === null) return yield* Effect.die(errorMessage);
  const file = path.join(folder, "invoice.pdf");
  yield* fs.makeDirectory(folder, { recursive: true });
  yield* fs.writeFile(file, yield* renders.download(id));
  return { id, downloadUrl, file };
});

const readJsonObject = Effect.fnUntraced(function* <A, I>(
  file: string,
  schema: Schema.Codec<A, I>,
) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* fs.readFileString(path.join(INVOICE, file));
  return yield* Schema.decodeEffect(Schema.fromJsonString(schema))(text);
});

/** The person who signs the invoice. */
const SIGNER = { firstName: "Karen", lastName: "Lindqvist", email: "karen@example.com" };

/** The line above its caption in the example invoice. */
const SIGNATURE = {
  anchorString: "Signature of the customer",
  type: "signature",
  recipientIndex: 0,
  offsetY: 13,
} as const;

/** Shares the invoice and sends it for signature. */
const sendInvoice = Effect.fnUntraced(function* (renderId: string, base: string) {
  const { shares, signatures } = yield* ParaphClient;
  const { shareUrl } = yield* shares.create(renderId, {});
  const request = { name: "Invoice", recipients: [SIGNER], anchorTags: [SIGNATURE] };
  const signature = yield* signatures.create({ renderId, ...request });
  const result = yield* signingLinks(base, signature);
  const [link] = result?.links ?? [];
  return { shareUrl, inbox: `${base}/_dev/mail`, signingUrl: link?.url };
});

/** Writes the file that a shell sources to use the demo, and returns its path from the working directory. */
const writeEnvironment = Effect.fnUntraced(function* (folder: string, base: string) {
  const fs = yield* FileSystem.FileSystem;
  const file = path.join(folder, ENV);
  const lines = [
    "# The demo's keys, which are the same on every start and work only on this machine.",
    `export PARAPH_URL='${base}'`,
    `export PARAPH_API_KEY='${DEMO_KEYS.project}'`,
    `export PARAPH_ACCOUNT_KEY='${DEMO_KEYS.account}'`,
  ];
  // An existing file may be readable by others; a new file is not.
  yield* fs.remove(file, { force: true });
  yield* fs.writeFileString(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  const relative = path.relative("", file);
  return relative.startsWith("..") ? file : `./${relative}`;
});

function onceText(file: string): string {
  return `
Paraph has rendered its first invoice: ${file}

Without --once, the demo keeps running, and prints URLs for your browser.
`;
}

interface DemoText {
  readonly base: string;
  /** The path of the file that a shell sources. */
  readonly env: string;
  readonly downloadUrl: string;
  readonly shareUrl: string;
  readonly inbox: string;
  /** Undefined if the email was not written in time; it appears in the inbox. */
  readonly signingUrl: string | undefined;
}

function textOfDemo(text: DemoText): string {
  const { base, env, downloadUrl, shareUrl, inbox, signingUrl = inbox } = text;
  return `
Paraph has rendered its first invoice, shared it, and sent it for signature.
It runs at ${base} until you press Ctrl-C.

Keys of the demo, the same on every start. They work only on this machine:

  Project key    ${DEMO_KEYS.project}
  Account key    ${DEMO_KEYS.account}

Next, in another terminal:

  . ${env}
  npx paraph render submit invoice --data examples/gallery/invoice/data.json -o again.pdf

Open in your browser:

  Console        ${base}/console (sign in with a key)
  API reference  ${base}/docs
  Inbox          ${inbox}
  PDF            ${downloadUrl}
  Share page     ${shareUrl}
  Signing page   ${signingUrl}
`;
}
