import { Effect } from "effect";

import { INVOICE, INVOICE_DATA, publishInvoice } from "../../packages/http/_testing/api_client.ts";
import {
  ADMIN_KEY,
  ApiServer,
  INTEGRATOR_ORIGIN,
} from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractRender, signatureOf } from "../../packages/http/_testing/contract_document.ts";
import {
  createDraft,
  callAs,
  GREETING,
  openSession,
  SESSION_OWNER,
} from "../../packages/http/_testing/embedding.ts";
import { variableFont } from "../../packages/pdf/testing/font_files.ts";
import { rawPdf } from "../../packages/pdf/testing/raw_pdf.ts";

/** A request that creates something, and how to identify the result. */
export interface CreatingRequest {
  readonly method?: "POST" | "PUT";
  readonly path: string;
  readonly json?: unknown;
  readonly bearer: string;
  readonly origin?: string;
  /** The table to count, which gets exactly one more row. */
  readonly rows: string;
  /** The field of the response that identifies the created resource; `id` by default. */
  readonly identity?: string;
}

const auditRows = (action: string) => `audit_log WHERE action = '${action}'`;

let last = 0;
const unique = Effect.sync(() => `idempotent-${last++}`);

const template = Effect.gen(function* () {
  const slug = yield* unique;
  yield* publishInvoice(slug);
  return slug;
});

const createResource = Effect.fnUntraced(function* (path: string, json?: unknown) {
  const { key } = yield* ApiServer;
  return fieldsOf(yield* callAs(key, "POST", path, json));
});

/** A webhook that replaces the last one, since a project has a limited number. */
const webhook = Effect.gen(function* () {
  const { key } = yield* ApiServer;
  const { json } = yield* callAs(key, "GET", "/v1/webhooks");
  const { webhooks } = fieldsOf({ json });
  for (const { id } of Array.isArray(webhooks) ? webhooks : []) {
    yield* callAs(key, "DELETE", `/v1/webhooks/${String(id)}`);
  }
  const { id } = yield* createResource("/v1/webhooks", { url: "https://partner.test/" });
  return `/v1/webhooks/${String(id)}`;
});

const fillSession = Effect.gen(function* () {
  const { id: templateExternalId } = yield* createDraft("Form", {
    ...GREETING,
    manifest: { ...INVOICE, loops: [] },
  });
  return yield* openSession({ scope: { mode: "fill", templateExternalId } });
});

/** Every endpoint that creates something. Each use of a case is a new request. */
export const CREATING = {
  "projects.create": Effect.gen(function* () {
    const { accountKey: bearer } = yield* ApiServer;
    return { path: "/v1/projects", json: { name: "New" }, bearer, rows: "projects" };
  }),
  "projects.mintKey": Effect.gen(function* () {
    const { accountKey: bearer, project } = yield* ApiServer;
    return { path: `/v1/projects/${project}/keys`, json: {}, bearer, rows: "keys" };
  }),
  "members.invite": Effect.gen(function* () {
    const { accountKey: bearer } = yield* ApiServer;
    const json = { email: `${yield* unique}@example.com`, role: "viewer" };
    return { path: "/v1/members", json, bearer, rows: "members" };
  }),
  "projects.copyTemplate": Effect.gen(function* () {
    const { accountKey: bearer, project } = yield* ApiServer;
    const sourceTemplateSlug = yield* template;
    const json = { sourceProjectId: project, sourceTemplateSlug, name: yield* unique };
    return { path: `/v1/projects/${project}/templates/copy`, json, bearer, rows: "templates" };
  }),
  "templates.create": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = { name: "Invoice", manifest: INVOICE };
    return { path: "/v1/templates", json, bearer, rows: "templates" };
  }),
  "templates.publish": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = { name: "Invoice", manifest: INVOICE };
    const path = `/v1/templates/${yield* unique}`;
    return { method: "PUT" as const, path, json, bearer, rows: "template_versions" };
  }),
  "fonts.add": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = { name: yield* unique, data: variableFont().toString("base64") };
    return { path: "/v1/fonts", json, bearer, rows: "fonts" };
  }),
  "renders.upload": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = { name: yield* unique, data: Buffer.from(rawPdf({})).toString("base64") };
    return { path: "/v1/documents", json, bearer, rows: "renders" };
  }),
  "renders.submit": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const path = `/v1/templates/${yield* template}/render`;
    return { path, json: { data: INVOICE_DATA }, bearer, rows: "renders" };
  }),
  "renderBatches.submit": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = { template: yield* template, items: [{ data: INVOICE_DATA }] };
    return { path: "/v1/renders/batch", json, bearer, rows: "render_batches" };
  }),
  "hooks.mint": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const path = `/v1/templates/${yield* template}/hook`;
    return { path, bearer, rows: auditRows("hook.minted"), identity: "token" };
  }),
  "inbound.receive": Effect.gen(function* () {
    const { token } = yield* createResource(`/v1/templates/${yield* template}/hook`);
    return { path: `/v1/hooks/${String(token)}`, json: INVOICE_DATA, bearer: "", rows: "renders" };
  }),
  "webhooks.create": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    yield* webhook;
    const json = { url: "https://partner.test/" };
    return { path: "/v1/webhooks", json, bearer, rows: "webhooks" };
  }),
  "webhooks.test": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    return { path: `${yield* webhook}/test`, bearer, rows: "webhook_deliveries" };
  }),
  "webhooks.rotate": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const rows = auditRows("webhook.rotated");
    return { path: `${yield* webhook}/rotate`, bearer, rows, identity: "secret" };
  }),
  "webhooks.replay": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const webhookPath = yield* webhook;
    const { id } = yield* createResource(`${webhookPath}/test`);
    const path = `${webhookPath}/deliveries/${String(id)}/replay`;
    return { path, bearer, rows: "webhook_deliveries" };
  }),
  "shares.create": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const { id } = yield* contractRender;
    return { path: `/v1/renders/${id}/shares`, json: {}, bearer, rows: "shares" };
  }),
  "shares.email": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const { id } = yield* contractRender;
    const json = { to: "ada@example.com" };
    return { path: `/v1/renders/${id}/email`, json, bearer, rows: "mails" };
  }),
  "engagement.record": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const { id } = yield* contractRender;
    const json = { eventType: "viewed" };
    const path = `/v1/renders/${id}/events`;
    return { path, json, bearer, rows: "engagement_events", identity: "recorded" };
  }),
  "signatureBulks.create": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const recipients = [{ firstName: "Ada", email: "ada@example.com", role: "client" }];
    const json = { template: yield* template, rows: [{ data: INVOICE_DATA, recipients }] };
    return { path: "/v1/signatures/bulk", json, bearer, rows: "signature_bulks" };
  }),
  "signatures.create": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = signatureOf((yield* contractRender).id);
    return { path: "/v1/signatures", json, bearer, rows: "signature_requests" };
  }),
  "signatureDrafts.create": Effect.gen(function* () {
    const { key: bearer } = yield* ApiServer;
    const json = { request: { renderId: (yield* contractRender).id } };
    return { path: "/v1/signature-drafts", json, bearer, rows: "signature_drafts" };
  }),
  "embedSessions.create": Effect.gen(function* () {
    const { embedKey: bearer } = yield* ApiServer;
    const identity = "session_id";
    return {
      path: "/v1/embed/sessions",
      json: SESSION_OWNER,
      bearer,
      rows: "embed_sessions",
      identity,
    };
  }),
  "embedSessions.refresh": Effect.gen(function* () {
    const { embedKey: bearer } = yield* ApiServer;
    const { renewToken } = yield* openSession();
    const path = "/v1/embed/sessions/refresh";
    const rows = "embed_renew_tokens";
    return { path, json: { renewToken }, bearer, rows, identity: "session_id" };
  }),
  "embedCatalogs.create": Effect.gen(function* () {
    const { embedKey: bearer } = yield* ApiServer;
    const json = { name: yield* unique, catalog: { namespaces: [], loops: [] } };
    return { path: "/v1/embed/catalogs", json, bearer, rows: "embed_catalogs" };
  }),
  "builder.create": Effect.gen(function* () {
    const { embedKey: bearer } = yield* ApiServer;
    const json = { documentTemplate: { name: "Letter", layout: GREETING } };
    const path = "/v1/embed/builder/templates";
    return { path, json, bearer, rows: "templates", identity: "documentTemplate" };
  }),
  "builder.publish": Effect.gen(function* () {
    const { embedKey: bearer } = yield* ApiServer;
    const { id } = yield* createDraft("Letter");
    const path = `/v1/embed/builder/templates/${id}/publish`;
    return { path, bearer, rows: "template_versions", identity: "currentVersionNumber" };
  }),
  "builder.rollback": Effect.gen(function* () {
    const { embedKey: bearer } = yield* ApiServer;
    const { id } = yield* createDraft("Letter");
    const path = `/v1/embed/builder/templates/${id}/rollback`;
    const json = { versionNumber: 1 };
    return { path, json, bearer, rows: "template_versions", identity: "currentVersionNumber" };
  }),
  "forms.submit": Effect.gen(function* () {
    const { id, token: bearer } = yield* fillSession;
    const json = { data: INVOICE_DATA };
    const path = `/v1/embed/form-submit/${id}`;
    return { path, json, bearer, origin: INTEGRATOR_ORIGIN, rows: "renders" };
  }),
  "admin.provision": Effect.gen(function* () {
    const externalOrgId = yield* unique;
    yield* callAs(ADMIN_KEY, "POST", "/v1/admin/provision", { externalOrgId });
    const json = { externalOrgId, rotateKey: true };
    const path = "/v1/admin/provision";
    return { path, json, bearer: ADMIN_KEY, rows: "keys", identity: "accountId" };
  }),
} satisfies Record<string, Effect.Effect<CreatingRequest, unknown, unknown>>;

/** All other `POST` endpoints, and why repeating them does no harm. */
export const CREATING_NOTHING: Readonly<Record<string, string>> = {
  "builder.preview": "nothing is stored",
  "forms.preview": "nothing is stored",
  "renders.createDownloadUrl": "a URL is signed, not stored",
  "erasures.create": "erased data cannot be erased again",
  "embedSend.send": "a draft is sent once",
  "signatureDrafts.send": "a draft is sent once",
  "signatures.cancel": "a request that has ended is a conflict",
  "signatures.remind": "each recipient is reminded at most once an hour",
  "members.resend": "another invitation is what the caller asks for",
  "signatures.resend": "another invitation is what the caller asks for",
  "signing.fonts": "font subsets are looked up",
  "signatures.signingUrl": "every URL opens once",
  "signatures.inPerson": "every URL opens once",
  "signing.code": "a new code replaces the last one",
  "signing.verify": "a code works once",
  "signing.confirm": "a name is confirmed once",
  "signing.handOn": "each link is for one recipient, who can finish once",
  "signing.open": "an envelope is opened once",
  "signing.finish": "a recipient who has finished stays so",
  "signing.delegate": "the link of a recipient who has delegated no longer works",
  "signing.decline": "a recipient who has declined stays so",
  "shareLinks.record": "the same event of a viewer counts once in 5 minutes",
  "verify.check": "files are only checked",
  "verify.checkOfRequest": "files are only checked",
  "mailHooks.bounce": "an email bounces once",
  "providerCallbacks.receive": "a report that was received before changes nothing",
};
