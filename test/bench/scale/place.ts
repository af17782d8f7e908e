import { randomBytes } from "node:crypto";

import { freshDatabase } from "@paraph/database/testing/fresh_database";
import { Effect } from "effect";
import { SqlClient } from "effect/sql";

import { runParaph, startServer } from "../../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { signatureOf } from "../../../packages/http/_testing/contract_document.ts";
import { SESSION_OWNER } from "../../../packages/http/_testing/embedding.ts";
import { type RawResponse, send } from "../../../packages/http/_testing/http_client.ts";
import {
  databaseLayer,
  type Deployment,
  environment,
  makeDataDir,
} from "../../support/deployment.ts";
import { type Owner, seed } from "./seed.ts";

/** The key of a request, if any. */
export type Caller = "project" | "account" | "admin" | "anonymous";

/** A server on a database with many renders, and the ids for requests to it. */
export interface ScaleServer {
  readonly call: (
    method: string,
    path: string,
    json?: unknown,
    as?: Caller,
  ) => Effect.Effect<RawResponse>;
  readonly projectId: string;
  readonly renderId: string;
  readonly file: string;
  readonly shareToken: string;
  readonly signatureId: string;
  readonly webhookId: string;
  readonly sessionId: string;
  /** An event in the middle of all events. */
  readonly middleEvent: string;
  /** The time of that event. */
  readonly middle: string;
}

const ORIGIN = "https://app.acme.example";

/** The template of contracts: text with anchors. */
const CONTRACT = {
  name: "Contract",
  manifest: { variables: [{ key: "name", label: "Name", dataType: "text" }], loops: [] },
  layout: {
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        {
          name: "line",
          type: "text",
          content: "{name}: [[sign one]]",
          readOnly: true,
          position: { x: 20, y: 30 },
          width: 120,
          height: 10,
        },
      ],
    ],
  },
};

/** Starts a server whose database has this many additional renders. */
export const startScaleServer = Effect.fnUntraced(function* (
  databaseServer: string,
  renders: number,
) {
  const deployment: Deployment = {
    dataDir: yield* makeDataDir,
    databaseUrl: yield* freshDatabase(databaseServer),
  };
  const admin = randomBytes(24).toString("hex");
  const settings = { ...environment(deployment), RATE_LIMIT: "off", SERVICE_ADMIN_KEY: admin };
  const { port } = yield* startServer([], settings);
  const keys: Record<string, string> = { admin };
  const call: ScaleServer["call"] = (method, path, json, as = "project") =>
    send(port, {
      method,
      path,
      headers: as === "anonymous" ? {} : { authorization: `Bearer ${keys[as]}` },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  const fetchFields = (method: string, path: string, json?: unknown, as?: Caller) =>
    Effect.map(call(method, path, json, as), (response) => {
      if (response.status >= 300) throw new Error(`${method} ${path}: ${response.text}`);
      return fieldsOf(response);
    });

  const organisation = { externalOrgId: "acme", allowedOrigins: [ORIGIN] };
  const integrator = yield* fetchFields("POST", "/v1/admin/provision", organisation, "admin");
  keys["project"] = String(integrator["apiKey"]);
  const projectId = String(integrator["projectId"]);
  const accountId = String(integrator["accountId"]);
  const result = yield* runParaph(
    ["account", "key", "mint", "--account", accountId, "--json"],
    settings,
  );
  keys["account"] = String(fieldsOf({ json: JSON.parse(result.stdout) })["key"]);
  const templates = ["contract", "letter", "badge"] as const;
  for (const slug of templates) yield* fetchFields("PUT", `/v1/templates/${slug}`, CONTRACT);
  // No server listens at this URL, so deliveries wait and cause no load.
  const inboundWebhook = { url: "http://127.0.0.1:9/", events: ["document.printed"] };
  const webhookId = String((yield* fetchFields("POST", "/v1/webhooks", inboundWebhook))["id"]);

  const owner: Owner = { projectId, templates, webhookId };
  yield* Effect.provide(seed(owner, renders), databaseLayer(deployment));

  const submission = { data: { name: "Ada" }, options: { sync: true } };
  const render = yield* fetchFields("POST", "/v1/templates/contract/render", submission);
  const renderId = String(render["id"]);
  const share = yield* fetchFields("POST", `/v1/renders/${renderId}/shares`, {});
  const signature = yield* fetchFields("POST", "/v1/signatures", signatureOf(renderId));
  const session = yield* fetchFields("POST", "/v1/embed/sessions", SESSION_OWNER);
  const middle = yield* Effect.provide(findMiddle, databaseLayer(deployment));
  return {
    call,
    projectId,
    renderId,
    webhookId,
    file: new URL(String(render["downloadUrl"])).pathname,
    shareToken: String(share["shareToken"]),
    signatureId: String(signature["id"]),
    sessionId: String(session["session_id"]),
    ...middle,
  };
});

const findMiddle = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const [row] = yield* sql<{ readonly id: string; readonly createdAt: Date }>`
    SELECT id, created_at
    FROM events
    WHERE position = (SELECT max(position) / 2 FROM events)`;
  return { middleEvent: row?.id ?? "", middle: row?.createdAt.toISOString() ?? "" };
});
