import { createHmac } from "node:crypto";
import * as path from "node:path";

import { assert, describe, it } from "@effect/vitest";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { Effect } from "effect";

import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { receiver } from "../../packages/testing/webhook_receiver.ts";
import { besides, caller } from "../support/deployment.ts";
import { awaiting, publishLetter } from "../support/killable_server.ts";
import { mailsIn } from "../support/signing_by_email.ts";
import { startCollector } from "./collector.ts";
import { startObserved } from "./observed_deployment.ts";

const ADMIN_KEY = "operator-of-telemetry-0123456789abcdef";
const LETS_US_IN = "collector-password-0123456789";
const SAID = "Augusta-Ada-King-of-Lovelace";

/** The forms in which a secret could be written: plain, in URLs, in headers. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("base64").replace(/=+$/u, ""),
  Buffer.from(secret).toString("base64url"),
];

const mintAccountKey = Effect.gen(function* () {
  const { id: accountId } = yield* (yield* Projects).openAccount("Secretive");
  return (yield* (yield* Keys).create({ kind: "account", accountId })).key;
});

describe("telemetry", () => {
  it.live("contains no key, token, password or data of a document after any action", () =>
    Effect.gen(function* () {
      const collector = yield* startCollector();
      const { url, received } = yield* receiver((_, response) => {
        response.writeHead(500);
        response.end(SAID);
      });
      const { deployment, server, worker, key, call, stop } = yield* startObserved({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${LETS_US_IN}`,
        SERVICE_ADMIN_KEY: ADMIN_KEY,
        LOG_LEVEL: "trace",
      });
      const port = server.port;
      const visit = (path: string, method = "GET", body?: string, headers = {}) =>
        send(port, { method, path, headers, ...(body === undefined ? {} : { body }) });
      const accountKey = yield* Effect.provide(mintAccountKey, besides(deployment));
      const secrets = new Map(Object.entries({ key, accountKey, ADMIN_KEY, LETS_US_IN, SAID }));
      const keep = (name: string, secret: unknown) => {
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
      keep("webhook secret", webhook["secret"]);
      keep("token in the address of a webhook", "w".repeat(20));
      const body = { data: { name: SAID }, options: { sync: true } };
      const render = fieldsOf(yield* call("POST", "/v1/templates/letter/render", body));
      yield* call("POST", "/v1/templates/letter/render", { data: { unknown: SAID } });

      const files = new URL(String(render["downloadUrl"])).pathname;
      keep("token of a document", path.basename(files, ".pdf"));
      for (const address of [files, `${files}?download=${SAID}`, `${files}/nothing`]) {
        yield* visit(address);
        yield* visit(address, "PURGE");
      }

      const token = keep("token of an inbound webhook", inboundWebhook["token"]);
      const hookSecret = keep("secret of an inbound webhook", inboundWebhook["secret"]);
      const posted = JSON.stringify({ name: SAID });
      const signature = createHmac("sha256", hookSecret).update(posted).digest("hex");
      yield* visit(`/v1/hooks/${token}`, "POST", posted, { "x-service-signature": signature });
      yield* visit(`/v1/hooks/${token}`, "POST", SAID);
      yield* visit(`/v1/hooks/${token}`, "DELETE");

      const base = `/v1/renders/${String(render["id"])}`;
      const shared = fieldsOf(yield* call("POST", `${base}/shares`, {}));
      const share = keep("token of a share", shared["shareToken"]);
      yield* visit(`/share/${share}`);
      yield* visit(`/share/${share}/document.pdf?token=${share}`);
      yield* visit(`/share/${share}/events`, "POST", JSON.stringify({ eventType: share }));
      yield* call("POST", `${base}/email`, { to: "ada-lovelace@example.com" });
      keep("address of a recipient", "ada-lovelace@example.com");

      yield* call("POST", "/v1/signatures", {
        renderId: render["id"],
        name: "Agreement",
        recipients: [{ firstName: SAID, email: "signer-ada@example.com" }],
        fields: [{ recipientIndex: 0, type: "signature", page: 1, x: 10, y: 80 }],
      });
      const outbox = path.join(deployment.dataDir, "outbox");
      const emails = yield* awaiting(mailsIn(outbox), (all) =>
        all.some((email) => email.token !== ""),
      );
      const signing = keep("token to sign", emails.find((email) => email.token !== "")?.token);
      for (const step of ["", "/ceremony", "/document.pdf", `/${SAID}`]) {
        yield* visit(`/sign/${signing}${step}`);
      }
      yield* visit(`/sign/${signing}/open`, "POST");
      yield* visit(`/sign/${signing}/finish`, "POST", JSON.stringify({ consent: SAID }));

      const admin = caller(port, ADMIN_KEY);
      const partner = fieldsOf(
        yield* admin("POST", "/v1/admin/provision", { externalOrgId: "telemetry" }),
      );
      const embed = caller(port, keep("key of a tenant", partner["apiKey"]));
      const who = { tenant: { externalId: "t" }, actor: { externalId: "a" } };
      const session = fieldsOf(yield* embed("POST", "/v1/embed/sessions", who));
      const bearer = keep("token of a session", session["session_token"]);
      const renewToken = keep("renew token", session["renew_token"]);
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
            const at = text.indexOf(form);
            const around = text.slice(Math.max(0, at - 300), at + 100);
            assert.strictEqual(at, -1, `${name} in ${place}: ${around}`);
          }
        }
      }
    }),
  );
});
