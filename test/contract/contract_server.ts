import { assert } from "@effect/vitest";
import { PERMISSIONS } from "@paraph/core/embed";
import { TemplateStore } from "@paraph/core/templates";
import { RenderId, Slug, TemplateId } from "@paraph/core/values";
import { MAX_WEBHOOKS } from "@paraph/core/webhooks";
import { DateTime, Effect, FileSystem, Layer } from "effect";
import { SqlClient } from "effect/sql";

import { INVOICE, publishInvoice } from "../../packages/http/_testing/api_client.ts";
import {
  ADMIN_KEY,
  apiServer,
  ApiServer,
  CALLBACK_SECRET,
  MAIL_SECRET,
  INTEGRATOR_ORIGIN,
} from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import {
  contractPdf,
  contractRender,
  signatureOf,
} from "../../packages/http/_testing/contract_document.ts";
import { createDraft, GREETING, openSession } from "../../packages/http/_testing/embedding.ts";
import { send } from "../../packages/http/_testing/http_client.ts";
import { succeedRender } from "../../packages/http/_testing/succeeded_render.ts";
import {
  ACCOUNT,
  CREATE,
  DOTTED_PUBLICATION,
  FONT,
  INVITE,
  UPLOAD,
  NEW_PROJECT,
  PROVISION,
  PUBLICATION,
  PUBLISH,
  BATCH,
  RENDER,
  SHARE,
} from "./contract_cases.ts";
import { type Credential, DELETED_RESOURCE, ID, type Request } from "./contract_request.ts";
import { LOCKED_RENDER, UNRENDERABLE } from "./document_cases.ts";
import { BEGIN, SESSIONS } from "./embed_cases.ts";
import { BULK, draftOf, SIGN, SIGN_WITH_SMS } from "./signature_cases.ts";
import { INBOUND_RENDER, SUBSCRIBE } from "./webhook_cases.ts";

/** The values of the names in braces in paths of cases. */
const placeholders = new Map<string, string>();

/** Sends a request with the key of the first project or of its account, or without a key. */
export const call = Effect.fnUntraced(function* (request: Request) {
  const { port, key, accountKey, embedKey, project, otherAccountProject } = yield* ApiServer;
  const { anonymous = false, as, json, method = "GET", headers } = request;
  placeholders.set("own", project).set("theirs", otherAccountProject);
  const withNames = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (all, name) => placeholders.get(name) ?? all);
  const path = withNames(request.path ?? "/");
  const body = request.body ?? (json === undefined ? undefined : withNames(JSON.stringify(json)));
  const keys = { account: accountKey, admin: ADMIN_KEY, project: key, partner: embedKey };
  const bearers = new Map([...placeholders, ...Object.entries(keys)]);
  const bearer = bearers.get(as ?? "project") ?? "";
  // Tokens of sessions, which have dots, come from a page of their integrator.
  const origin = bearer.includes(".") ? { origin: INTEGRATOR_ORIGIN } : {};
  const authorization = anonymous ? {} : { authorization: `Bearer ${bearer}`, ...origin };
  const filledIn = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? withNames(value) : value,
  ]);
  const rawRequest = {
    method,
    path,
    headers: { ...authorization, ...Object.fromEntries(filledIn) },
  };
  return yield* send(port, body === undefined ? rawRequest : { ...rawRequest, body });
});

/** The maximum of webhooks, one of them disabled; inbound webhooks, and a template without one. */
const prepareWebhooks = Effect.gen(function* () {
  const make = (path: string) =>
    Effect.map(call({ method: "POST", path, json: { url: "https://partner.test/" } }), fieldsOf);
  for (let n = 1; n < MAX_WEBHOOKS; n++) yield* make("/v1/webhooks");
  placeholders.set("webhook", String((yield* make("/v1/webhooks"))["id"]));
  placeholders.set("delivery", String((yield* make("/v1/webhooks/{webhook}/test"))["id"]));
  yield* call({ method: "PATCH", path: "/v1/webhooks/{webhook}", json: { enabled: false } });
  placeholders.set("token", String((yield* make("/v1/templates/known/hook"))["token"]));
  const render = fieldsOf(yield* call({ ...INBOUND_RENDER, ...DELETED_RESOURCE }));
  yield* call({ method: "DELETE", path: `/v1/renders/${String(render["id"])}` });
  placeholders.set(
    "unpublishedToken",
    String((yield* make("/v1/templates/unpublished/hook"))["token"]),
  );
});

/** The field of the response to a create request, or of an element in it. */
const responseField = Effect.fnUntraced(function* (field: string, request: Request) {
  const response = yield* call(request);
  assert.include([201, 202], response.status, response.text);
  return String(fieldsOf(response)[field]);
});

/** Shares and renders in various states, and a key of a deleted project. */
const prepareShares = Effect.gen(function* () {
  placeholders.set("queued", yield* responseField("id", RENDER));
  placeholders.set("locked", yield* responseField("id", LOCKED_RENDER));
  placeholders.set("batch", yield* responseField("id", BATCH));
  const render = yield* responseField("id", RENDER);
  yield* succeedRender(RenderId.make(render), Buffer.from("%PDF-1.7"));
  placeholders.set("render", render);
  placeholders.set("active", yield* responseField("shareToken", SHARE));
  const revokedShare = fieldsOf(yield* call(SHARE));
  placeholders.set("revoked", String(revokedShare["shareToken"]));
  yield* call({ method: "DELETE", path: `${SHARE.path}/${String(revokedShare["id"])}` });
  const project = `/v1/projects/${yield* responseField("id", NEW_PROJECT)}`;
  const keyRequest = { method: "POST", path: `${project}/keys`, json: {}, ...ACCOUNT };
  placeholders.set("deleted", yield* responseField("key", keyRequest));
  yield* call({ method: "DELETE", path: project, ...ACCOUNT });
  // A file in place of the folder, so that emails cannot be written.
  yield* Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.flatMap(ApiServer, ({ outbox }) => fs.writeFileString(outbox, "")),
  );
});

/** Signature requests that are sent or cancelled, their links, and a document that is too large. */
const prepareSignatures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient;
  const createSignature = Effect.fnUntraced(function* (
    name: string,
    link: string,
    request: Request = SIGN,
  ) {
    placeholders.set("contract", (yield* contractRender).id);
    const id = yield* responseField("id", request);
    placeholders.set(name, id);
    const [recipient] = yield* sql<{ readonly id: string }>`
      SELECT recipients -> 0 ->> 'id' AS id FROM signature_requests WHERE id = ${id}`;
    placeholders.set(`${name}Recipient`, recipient!.id);
    const [email] = yield* sql<{ readonly url: string }>`
      SELECT letter -> 'action' ->> 'url' AS url
      FROM mails
      WHERE render_id = ${placeholders.get("contract")!}`;
    placeholders.set(link, email!.url.split("/").at(-1)!);
  });
  yield* createSignature("ended", "endedLink");
  yield* call({ method: "POST", path: "/v1/signatures/{ended}/cancel", json: {} });
  // A provider that cannot change requests.
  yield* createSignature("external", "externalLink");
  yield* sql`
    UPDATE signature_requests
    SET provider = 'documenso', due_at = NULL
    WHERE id = ${placeholders.get("external")!}`;
  yield* createSignature("texted", "textedLink", SIGN_WITH_SMS);
  yield* createSignature("signature", "link");
  const { id: large } = yield* contractRender;
  yield* sql`UPDATE renders SET byte_size = ${20 * 1024 * 1024 + 1} WHERE id = ${large}`;
  placeholders.set("large", large).set("callbackSecret", CALLBACK_SECRET);
  placeholders.set("mailSecret", MAIL_SECRET);
  for (const [name, request] of [
    ["signatureDraft", { renderId: "{contract}" }],
    ["largeDraft", signatureOf("{large}")],
    ["queuedDraft", signatureOf("{queued}")],
  ] as const) {
    placeholders.set(name, yield* responseField("id", draftOf(request)));
  }
});

/** A layout that says which data it needs. */
const REQUIRED_DATA_LAYOUT = { ...GREETING, manifest: { ...INVOICE, loops: [] } };

/** Drafts and forms of an integrator, and sessions with all permissions and with none. */
const prepareEmbedding = Effect.gen(function* () {
  const { id } = yield* createDraft("Draft", REQUIRED_DATA_LAYOUT);
  placeholders.set("draft", id).set("undrawn", (yield* createDraft("Undrawn", {})).id);
  const layout = {
    ...REQUIRED_DATA_LAYOUT,
    manifest: { ...INVOICE, loops: DOTTED_PUBLICATION.manifest.loops },
  };
  placeholders.set("dotted", (yield* createDraft("Dotted", layout)).id);
  const openNamedSession = Effect.fnUntraced(function* (
    name: Credential,
    scope: object,
    isDenied = false,
  ) {
    const all = PERMISSIONS.map((permission) => [permission, !isDenied]);
    const session = yield* openSession({ scope, permissions: Object.fromEntries(all) });
    placeholders.set(name, session.token).set(`${name}Session`, session.id);
  });
  const scope = { templateExternalId: id };
  yield* openNamedSession("edit", scope);
  yield* openNamedSession("denied", scope, true);
  yield* openNamedSession("fill", { ...scope, mode: "fill" });
  yield* openNamedSession("deniedFill", { ...scope, mode: "fill" }, true);
  yield* openNamedSession("lostFill", { mode: "fill", templateExternalId: ID });
  const data = Buffer.from(yield* contractPdf).toString("base64");
  for (const name of ["send", "queuedSend", "largeSend"] as const) {
    const upload = { method: "POST", path: "/v1/documents", json: { name, data } };
    const renderId = yield* responseField("id", { ...upload, as: "partner" });
    const draft = { ...draftOf(signatureOf(renderId)), as: "partner" } as const;
    placeholders.set(`${name}Draft`, yield* responseField("id", draft));
    if (name === "send") placeholders.set("uploaded", renderId);
    yield* openNamedSession(name, { mode: "send", renderId });
  }
  yield* openNamedSession(
    "deniedSend",
    { mode: "send", renderId: placeholders.get("uploaded") },
    true,
  );
  yield* openNamedSession("lostSend", { mode: "send", renderId: ID });
  const sql = yield* SqlClient.SqlClient;
  yield* sql`
    UPDATE renders
    SET
      status = 'queued', started_at = NULL, completed_at = NULL, page_count = NULL,
      byte_size = NULL, sha256 = NULL
    WHERE filename = 'queuedSend'`;
  yield* sql`
    UPDATE renders SET byte_size = ${20 * 1024 * 1024 + 1} WHERE filename = 'largeSend'`;
});

/** Resources that were created under a key and deleted, in addition to projects, templates and renders. */
const prepareDeleted = Effect.gen(function* () {
  const callWithKey = Effect.fnUntraced(function* (request: Request) {
    const response = yield* call({ ...request, ...DELETED_RESOURCE });
    assert.include([200, 201, 202], response.status, response.text);
    return fieldsOf(response);
  });
  const remove = (path: string, as: Credential = "project") => call({ method: "DELETE", path, as });
  yield* callWithKey({ ...PUBLISH, path: "/v1/templates/put-and-gone" });
  yield* remove("/v1/templates/put-and-gone");
  const { id: webhook } = yield* callWithKey(SUBSCRIBE);
  yield* remove(`/v1/webhooks/${String(webhook)}`);
  const { name: font } = yield* callWithKey(FONT);
  yield* remove(`/v1/fonts/${String(font)}`);
  const { id: uploaded } = yield* callWithKey(UPLOAD);
  yield* remove(`/v1/renders/${String(uploaded)}`);
  yield* publishInvoice("hookless");
  yield* callWithKey({ method: "POST", path: "/v1/templates/hookless/hook" });
  yield* remove("/v1/templates/hookless/hook");
  const { documentTemplate } = yield* callWithKey(BEGIN);
  const { _id: templateId } = fieldsOf({ json: documentTemplate });
  yield* remove(`${BEGIN.path}/${String(templateId)}`, "partner");
  const { id: batch } = yield* callWithKey(BATCH);
  const sql = yield* SqlClient.SqlClient;
  yield* sql`DELETE FROM render_batch_items WHERE batch_id = ${String(batch)}`;
  yield* sql`DELETE FROM render_batches WHERE id = ${String(batch)}`;
  const { batchId } = yield* callWithKey(BULK);
  yield* sql`DELETE FROM render_batch_items WHERE batch_id = ${String(batchId)}`;
  yield* sql`DELETE FROM render_batches WHERE id = ${String(batchId)}`;
  const { session_id } = yield* callWithKey(SESSIONS);
  yield* sql`DELETE FROM embed_sessions WHERE id = ${String(session_id)}`;
  const { projectId } = yield* callWithKey({ ...PROVISION, json: { externalOrgId: "gone" } });
  yield* sql`UPDATE projects SET deleted_at = now() WHERE id = ${String(projectId)}`;
});

/** An owner who has signed in, and a member who was invited under a key and removed. */
const prepareMembers = Effect.gen(function* () {
  const owner = { ...INVITE, json: { email: "owner@example.com", role: "owner" } };
  const member = yield* responseField("id", owner);
  placeholders.set("member", member);
  const sql = yield* SqlClient.SqlClient;
  yield* sql`UPDATE members SET last_signed_in_at = now() WHERE id = ${member}`;
  const removed = yield* responseField("id", { ...INVITE, ...DELETED_RESOURCE });
  yield* call({ method: "DELETE", path: `/v1/members/${removed}`, ...ACCOUNT });
});

/** A published template, an unpublished one, and resources that were created under a key and deleted. */
const prepare = Effect.gen(function* () {
  const { project: projectId, failing } = yield* ApiServer;
  const templates = yield* TemplateStore;
  yield* publishInvoice("known");
  assert.strictEqual((yield* call(UNRENDERABLE)).status, 201);
  const id = TemplateId.make("01900000-0000-7000-8000-000000000001");
  const unpublishedTemplate = { slug: Slug.make("unpublished"), name: "Unpublished" };
  yield* templates.claim({ id, projectId, ...unpublishedTemplate, createdAt: yield* DateTime.now });
  const response = yield* call({
    ...CREATE,
    json: { ...PUBLICATION, slug: "gone" },
    ...DELETED_RESOURCE,
  });
  assert.strictEqual(response.status, 201);
  yield* call({ method: "DELETE", path: "/v1/templates/gone" });
  const { id: deletedProjectId } = fieldsOf(yield* call({ ...NEW_PROJECT, ...DELETED_RESOURCE }));
  yield* call({ method: "DELETE", path: `/v1/projects/${String(deletedProjectId)}`, ...ACCOUNT });
  const renderId = yield* responseField("id", { ...RENDER, ...DELETED_RESOURCE });
  yield* call({ method: "DELETE", path: `/v1/renders/${renderId}` });
  yield* prepareDeleted;
  yield* prepareWebhooks;
  yield* prepareShares;
  yield* prepareMembers;
  yield* prepareSignatures;
  yield* prepareEmbedding;
  failing.add("queue");
});

/** A server with everything that the cases refer to. */
export const contractServer = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(apiServer));
