import * as fs from "node:fs";
import * as path from "node:path";

import { assert } from "@effect/vitest";
import { Effect, Predicate } from "effect";
import { SqlClient } from "effect/sql";

import { startServer } from "../../packages/cli/_testing/paraph_process.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import {
  databaseLayer,
  caller,
  type Deployment,
  environment,
  makeDataDir,
} from "../support/deployment.ts";

const ADMIN_KEY = "admin-key-of-tests-0123456789abcdef";

/** The origin that may embed the pages of the organisation. */
const ORIGIN = "https://app.partner.test";

const LETTER = {
  name: "Letter",
  manifest: { variables: [{ key: "name", label: "Name", dataType: "text" }], loops: [] },
};

/** A running deployment, with an organisation that embeds and a template. */
export const erasingDeployment = Effect.fnUntraced(function* (
  databaseUrl?: string,
  more: Readonly<Record<string, string>> = {},
) {
  const deployment: Deployment = {
    dataDir: yield* makeDataDir,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const settings = {
    ...environment(deployment),
    RATE_LIMIT: "off",
    SERVICE_ADMIN_KEY: ADMIN_KEY,
    ...more,
  };
  const server = yield* startServer([], settings);
  const admin = caller(server.port, ADMIN_KEY);
  const provisionRequest = { externalOrgId: "acme", allowedOrigins: [ORIGIN] };
  const { apiKey, accountId } = fieldsOf(
    yield* admin("POST", "/v1/admin/provision", provisionRequest),
  );
  const call = caller(server.port, String(apiKey));
  assert.strictEqual((yield* call("PUT", "/v1/templates/letter", LETTER)).status, 201);
  const { id: templateExternalId } = fieldsOf(yield* call("GET", "/v1/templates/letter"));

  /** Submits a form; returns the id of its render. */
  const submitForm = Effect.fnUntraced(function* (actor: object, data: object) {
    const session = fieldsOf(
      yield* call("POST", "/v1/embed/sessions", {
        tenant: { externalId: "tenant" },
        actor,
        scope: { mode: "fill", templateExternalId },
        form: { prefill: data },
      }),
    );
    const callSession = caller(server.port, String(session["session_token"]));
    const route = `/v1/embed/form-submit/${String(session["session_id"])}`;
    const response = yield* callSession("POST", route, { data }, { origin: ORIGIN });
    assert.strictEqual(response.status, 202, response.text);
    return String(fieldsOf(response)["id"]);
  });

  return {
    deployment,
    server,
    call,
    submitForm,
    accountId: String(accountId),
    visit: (method: string, route: string, headers: Record<string, string>, body?: unknown) =>
      send(server.port, {
        method,
        path: route,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    outbox: path.join(deployment.dataDir, "outbox"),
    database: databaseLayer(deployment),
  };
});

/** The tables with a row that contains a text, and the files. The database's own files count as tables. */
export const tracesOf = Effect.fnUntraced(function* (text: string, dataDir: string) {
  const sql = yield* SqlClient.SqlClient;
  const tables = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const traces: Array<string> = [];
  for (const { name } of tables) {
    const rows = yield* sql`
      SELECT 1 FROM ${sql(name)} AS whole WHERE position(lower(${text}) IN lower(whole::text)) > 0`;
    if (rows.length > 0) traces.push(`table ${name}: ${rows.length}`);
  }
  for (const folder of ["files", "outbox"]) {
    const place = path.join(dataDir, folder);
    if (!fs.existsSync(place)) continue;
    for (const name of fs.readdirSync(place, { recursive: true, encoding: "utf8" })) {
      const file = path.join(place, name);
      if (name.includes(text) || contentOf(file).includes(text)) traces.push(file);
    }
  }
  return traces.toSorted();
});

/** The content of a file; empty if it was just removed or is a folder. */
function contentOf(file: string): string {
  try {
    return fs.readFileSync(file, "latin1");
  } catch (error) {
    if (Predicate.hasProperty(error, "code") && /^(ENOENT|EISDIR)$/.test(String(error.code)))
      return "";
    throw error;
  }
}
