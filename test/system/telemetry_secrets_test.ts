import { createHmac } from "node:crypto";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { Effect } from "effect";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { receiver } from "../../packages/testing/webhook_receiver.ts";
import { databaseLayer, caller } from "../support/deployment.ts";
import { awaiting, publishLetter } from "../support/killable_server.ts";
import { emailsIn } from "../support/signing/signing_by_email.ts";
import { startCollector } from "./collector.ts";
import { startObserved } from "./observed_deployment.ts";

const ADMIN_KEY = "operator-of-telemetry-0123456789abcdef";
const COLLECTOR_PASSWORD = "collector-password-0123456789";
const DOCUMENT_TEXT = "Augusta-Ada-King-of-Lovelace";

/** The forms in which a secret could be written: plain, in URLs, in headers. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64").replace(/=+$/u, ""),
  Buffer.from(secret).toString("base64url"),
];

const createAccountKey = Effect.gen(function* () {
  const { id: accountId } = yield* (yield* Projects).openAccount("Secretive");
  return (yield* (yield* Keys).create({ kind: "account", accountId })).key;
});

describe("telemetry", () => {
  it.live("contains no key, token, password or data of a document after any action", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector();
      const { url, received } = yield* receiver((_, response) => {
        response.writeHead(500);
        response.end(DOCUMENT_TEXT);
      });
      const { deployment, server, worker, key, call, stop } = yield* startObserved({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${COLLECTOR_PASSWORD}`,
        SERVICE_ADMIN_KEY: ADMIN_KEY,
        LOG_LEVEL: "trace",
      });
      const port = server.port;
      const visit = (path: string, method = "GET", body?: string, headers = {}) =>
        send(port, { method, path, headers, ...(body === undefined ? {} : { body }) });
      const accountKey = yield* Effect.provide(createAccountKey, databaseLayer(deployment));
      const secrets = new Map(
        Object.entries({
          key,
          accountKey,
          ADMIN_KEY,
          LETS_US_IN: COLLECTOR_PASSWORD,
          SAID: DOCUMENT_TEXT,
        }),
      );
      const addSecret = (name: string, secret: unknown) => {
        assert.isString(secret, name);
        assert.isAbove(String(secret).length, 12, name);
        secrets.set(name, String(secret));
        return String(secret);
      };

      yield* publishLetter(call);
      const inboundWebhook = fieldsOf(yield* call("POST", "/v1/templates/letter/hook"));
      const webhook = fieldsOf(
        yield* call("POST", "/v1/webhooks", {
          url: `${url}/?token=${"w".repeat(20)}`,
          events: ["*"],
        }),
      );
      addSecret("webhook secret", webhook["secret"]);
      addSecret("token in the address of a webhook", "w".repeat(20));
      const body = { data: { name: DOCUMENT_TEXT }, options: { sync: true } };
      const render = fieldsOf(yield* call("POST", "/v1/templates/letter/render", body));
      yield* call("POST", "/v1/templates/letter/render", { data: { unknown: DOCUMENT_TEXT } });

      const files = new URL(String(render["downloadUrl"])).pathname;
      addSecret("token of a document", path.basename(files, ".pdf"));
      for (const address of [files, `${files}?download=${DOCUMENT_TEXT}`, `${files}/nothing`]) {
        yield* visit(address);
        yield* visit(address, "PURGE");
      }

      const token = addSecret("token of an inbound webhook", inboundWebhook["token"]);
      const inboundSecret = addSecret("secret of an inbound webhook", inboundWebhook["secret"]);
      const payload = JSON.stringify({ name: DOCUMENT_TEXT });
      const signature = createHmac("sha256", inboundSecret).update(payload).digest("hex");
      yield* visit(`/v1/hooks/${token}`, "POST", payload, { "x-service-signature": signature });
      yield* visit(`/v1/hooks/${token}`, "POST", DOCUMENT_TEXT);
      yield* visit(`/v1/hooks/${token}`, "DELETE");

      const base = `/v1/renders/${String(render["id"])}`;
      const shareResponse = fieldsOf(yield* call("POST", `${base}/shares`, {}));
      const share = addSecret("token of a share", shareResponse["shareToken"]);
      yield* visit(`/share/${share}`);
      yield* visit(`/share/${share}/document.pdf?token=${share}`);
      yield* visit(`/share/${share}/events`, "POST", JSON.stringify({ eventType: share }));
      yield* call("POST", `${base}/email`, { to: "ada-lovelace@example.com" });
      addSecret("address of a recipient", "ada-lovelace@example.com");

      yield* call("POST", "/v1/signatures", {
        renderId: render["id"],
        name: "Agreement",
        recipients: [{ firstName: DOCUMENT_TEXT, email: "signer-ada@example.com" }],
        fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
      });
      const outbox = path.join(deployment.dataDir, "outbox");
      const emails = yield* awaiting(emailsIn(outbox), (all) =>
        all.some((email) => email.token !== ""),
      );
      const signingToken = addSecret(
        "token to sign",
        emails.find((email) => email.token !== "")?.token,
      );
      for (const step of ["", "/ceremony", "/document.pdf", `/${DOCUMENT_TEXT}`]) {
        yield* visit(`/sign/${signingToken}${step}`);
      }
      yield* visit(`/sign/${signingToken}/open`, "POST");
      yield* visit(
        `/sign/${signingToken}/finish`,
        "POST",
        JSON.stringify({ consent: DOCUMENT_TEXT }),
      );

      const admin = caller(port, ADMIN_KEY);
      const integrator = fieldsOf(
        yield* admin("POST", "/v1/admin/provision", { externalOrgId: "telemetry" }),
      );
      const embed = caller(port, addSecret("key of an integrator", integrator["apiKey"]));
      const identity = { tenant: { externalId: "t" }, actor: { externalId: "a" } };
      const session = fieldsOf(yield* embed("POST", "/v1/embed/sessions", identity));
      const bearer = addSecret("token of a session", session["session_token"]);
      const renewToken = addSecret("renew token", session["renew_token"]);
      yield* caller(port, bearer)("GET", "/v1/embed/session");
      yield* visit(`/embed/builder?session=${String(session["session_id"])}&token=${bearer}`);
      yield* embed("POST", "/v1/embed/sessions/refresh", { renewToken });
      yield* caller(port, accountKey)("GET", "/v1/projects");
      yield* visit(`/nowhere/${key}?key=${key}`, "GET", undefined, { cookie: `key=${key}` });

      yield* awaiting(
        Effect.sync(() => received.length),
        (count) => count > 1,
      );
      const metrics = yield* visit("/metrics");
      assert.strictEqual(metrics.status, 200);
      yield* stop;

      assert.isAbove(collector.spans().length, 100);
      assert.isAbove(collector.logs().length, 30);
      const places = {
        collector: collector.text(),
        metrics: metrics.text,
        server: server.output(),
        worker: worker.output(),
      };
      for (const [place, text] of Object.entries(places)) {
        for (const [name, secret] of secrets) {
          for (const form of formsOf(secret)) {
            const index = text.indexOf(form);
            const around = text.slice(Math.max(0, index - 300), index + 100);
            assert.strictEqual(index, -1, `${name} in ${place}: ${around}`);
          }
        }
      }
    }),
  );
});
