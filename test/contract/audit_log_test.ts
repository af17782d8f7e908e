import { assert, layer } from "@effect/vitest";
import { AUDIT_ACTIONS, AuditEntry, AuditLog } from "@paraph/core/audit";
import { ConsoleSessions } from "@paraph/core/console";
import { Keys } from "@paraph/core/keys";
import { DateTime, Effect, Schema } from "effect";

import { INVOICE } from "../../packages/http/_testing/api_client.ts";
import { ADMIN_KEY, apiServer, ApiServer } from "../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../packages/http/_testing/body.ts";
import { contractRender, signatureOf } from "../../packages/http/_testing/contract_document.ts";
import {
  createDraft,
  callAs,
  callAsIntegrator,
  openSession,
  outcome,
} from "../../packages/http/_testing/embedding.ts";
import { variableFont } from "../../packages/pdf/testing/font_files.ts";

const AuditPage = Schema.Struct({
  entries: Schema.Array(Schema.toCodecJson(AuditEntry)),
  hasMore: Schema.Boolean,
  nextCursor: Schema.NullOr(Schema.String),
});

const Recipients = Schema.Array(Schema.Struct({ id: Schema.String }));

/** The audit log as an account reads it. */
const read = Effect.fnUntraced(function* (bearer: string, query = "") {
  const { json } = yield* callAs(bearer, "GET", `/v1/audit?${query}`);
  return yield* Schema.decodeUnknownEffect(AuditPage)(json);
});

/** Performs every audited action once. */
const doAll = Effect.gen(function* () {
  const { key, accountKey, project } = yield* ApiServer;
  const asAccount = (method: string, path: string, json?: unknown) =>
    Effect.map(callAs(accountKey, method, path, json), fieldsOf);
  const asProject = (method: string, path: string, json?: unknown) =>
    Effect.map(callAs(key, method, path, json, { "x-request-id": "of-a-test" }), fieldsOf);
  const asAdmin = (method: string, json: object) =>
    callAs(ADMIN_KEY, method, "/v1/admin/provision", { externalOrgId: "audited", ...json });

  const { id: spare } = yield* asAccount("POST", "/v1/projects", { name: "Spare" });
  yield* asAccount("PATCH", `/v1/projects/${String(spare)}`, { name: "Renamed" });
  yield* asAccount("PATCH", `/v1/projects/${String(spare)}`, { publicDownloads: false });
  const { id: keyId } = yield* asAccount("POST", `/v1/projects/${String(spare)}/keys`, {});
  yield* asAccount("DELETE", `/v1/projects/${String(spare)}/keys/${String(keyId)}`);
  const invitation = { email: "audited@example.com", role: "viewer" };
  const { id: member } = yield* asAccount("POST", "/v1/members", invitation);
  yield* asAccount("POST", `/v1/members/${String(member)}/invitation`);
  yield* asAccount("PATCH", `/v1/members/${String(member)}`, { role: "editor" });
  yield* asAccount("DELETE", `/v1/members/${String(member)}`);
  yield* asProject("PUT", "/v1/templates/audited", { name: "Audited", manifest: INVOICE });
  yield* asAccount("POST", `/v1/projects/${String(spare)}/templates/copy`, {
    sourceProjectId: project,
    sourceTemplateSlug: "audited",
  });
  yield* asAccount("DELETE", `/v1/projects/${String(spare)}`);
  yield* asProject("POST", "/v1/templates/audited/hook");
  yield* asProject("PATCH", "/v1/templates/audited/hook", { requireSignature: true });
  yield* asProject("DELETE", "/v1/templates/audited/hook");
  yield* asProject("DELETE", "/v1/templates/audited");
  const data = variableFont().toString("base64");
  yield* asProject("POST", "/v1/fonts", { name: "Audited", data });
  yield* asProject("DELETE", "/v1/fonts/Audited");
  const { id } = yield* asProject("POST", "/v1/webhooks", { url: "https://partner.test/" });
  const webhook = `/v1/webhooks/${String(id)}`;
  yield* asProject("PATCH", webhook, { enabled: false });
  yield* asProject("POST", `${webhook}/rotate`);
  yield* asProject("DELETE", webhook);
  const { id: render } = yield* contractRender;
  const { id: signature } = yield* asProject("POST", "/v1/signatures", signatureOf(render));
  const request = `/v1/signatures/${String(signature)}`;
  const { recipients } = yield* asProject("PATCH", request, {
    expiresAt: DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 })),
  });
  const [recipient] = Schema.decodeUnknownSync(Recipients)(recipients);
  yield* asProject("POST", `${request}/remind`);
  yield* asProject("POST", `${request}/recipients/${recipient!.id}/resend`);
  yield* asProject("PATCH", `${request}/recipients/${recipient!.id}`, {
    firstName: "Ida",
    reason: "Typo",
  });
  yield* asProject("POST", `${request}/cancel`, {});
  yield* callAs(key, "DELETE", `/v1/renders/${render}`);
  yield* asProject("POST", "/v1/erasures", { email: "ada@example.com" });
  yield* asAdmin("POST", {});
  yield* asAdmin("POST", { rotateKey: true });
  yield* asAdmin("PATCH", { suspended: true });
  const session = yield* openSession();
  yield* callAsIntegrator("DELETE", `/v1/embed/sessions/${session.id}`);
  const consoleSessions = yield* ConsoleSessions;
  const keyOfProject = yield* (yield* Keys).authenticate(key, "project");
  const { token } = yield* consoleSessions.open({ kind: "key", key: keyOfProject }, "key");
  yield* consoleSessions.close(yield* consoleSessions.authenticate(token));
  const keys = yield* Keys;
  const { accountId } = (yield* (yield* AuditLog).list("all", { project })).entries[0]!;
  const owner = { kind: "account", accountId: accountId! } as const;
  yield* keys.revoke(owner, (yield* keys.create(owner)).id);
});

layer(apiServer, { excludeTestServices: true })("the audit log", (it) => {
  it.effect("has an entry for every action", () =>
    Effect.gen(function* () {
      yield* doAll;
      const { list } = yield* AuditLog;
      for (const action of Object.keys(AUDIT_ACTIONS)) {
        const { entries } = yield* list("all", { action });
        assert.isNotEmpty(entries, action);
      }
    }),
  );

  it.effect("has the same entry for a template's deletion by any caller", () =>
    Effect.gen(function* () {
      const { list } = yield* AuditLog;
      const deletions = Effect.fnUntraced(function* (id: string) {
        const { entries } = yield* list("all", { action: "template.deleted", limit: 100 });
        return entries.filter(({ targetId }) => targetId === id);
      });
      const path = "/v1/embed/builder/templates";
      const { embedKey, embedProject: projectId } = yield* ApiServer;
      const [byApi, byIntegrator, bySession] = [
        yield* createDraft("By API"),
        yield* createDraft("By partner"),
        yield* createDraft("By session"),
      ];
      const session = yield* openSession({ scope: { templateExternalId: bySession.id } });
      yield* callAs(embedKey, "DELETE", `/v1/templates/${byApi.slug}`);
      yield* callAsIntegrator("DELETE", `${path}/${byIntegrator.id}`);
      yield* session.call("DELETE", `${path}/${bySession.id}`);
      for (const [{ id }, actorKind] of [
        [byApi, "project_key"],
        [byIntegrator, "project_key"],
        [bySession, "session"],
      ] as const) {
        const [entry, ...others] = yield* deletions(id);
        assert.deepInclude(entry, { projectId, actorKind, targetKind: "template", targetId: id });
        assert.isEmpty(others);
      }
      // A second deletion changes nothing and adds no entry.
      const again = yield* callAsIntegrator("DELETE", `${path}/${byIntegrator.id}`);
      assert.deepEqual(outcome(again), [404, "template_not_found"]);
      assert.lengthOf(yield* deletions(byIntegrator.id), 1);
    }),
  );

  it.effect("has an entry for a session that a reused renew token ended", () =>
    Effect.gen(function* () {
      const { list } = yield* AuditLog;
      const { id, renewToken } = yield* openSession();
      const renew = callAsIntegrator("POST", "/v1/embed/sessions/refresh", { renewToken });
      assert.strictEqual((yield* renew).status, 200);
      assert.deepEqual(outcome(yield* renew), [401, "refresh_failed"]);
      const { entries } = yield* list("all", { action: "embed_session.ended", limit: 100 });
      const entry = entries.find(({ targetId }) => targetId === id);
      assert.deepEqual(entry?.details, { reason: "renew_token_reused" });
    }),
  );

  it.effect("names the caller, the request and the address, and no personal data", () =>
    Effect.gen(function* () {
      const { accountKey, project } = yield* ApiServer;
      const { entries } = yield* read(accountKey, `project=${project}&limit=100`);
      const erasure = entries.find(({ action }) => action === "recipient.erased");
      assert.deepInclude(erasure, {
        projectId: project,
        actorKind: "project_key",
        requestId: "of-a-test",
        targetKind: "recipient",
        targetId: null,
        sourceIp: "127.0.0.1",
      });
      assert.isString(erasure?.actorId);
      assert.notInclude(JSON.stringify(entries), "@example.com");
      assert.notMatch(JSON.stringify(entries), /svc_|whsec_|hook_/);
    }),
  );

  it.effect("lists only an account's entries, page by page", () =>
    Effect.gen(function* () {
      const { accountKey, otherAccountKey } = yield* ApiServer;
      const all = yield* read(accountKey, "limit=100");
      assert.isFalse(all.hasMore);
      const first = yield* read(accountKey, "limit=3");
      const second = yield* read(accountKey, `limit=100&cursor=${first.nextCursor}`);
      assert.deepEqual([...first.entries, ...second.entries], all.entries);
      const theirs = yield* read(otherAccountKey);
      const ownIds = new Set(all.entries.map(({ id }) => id));
      assert.isTrue(theirs.entries.every(({ id }) => !ownIds.has(id)));
      const deletions = yield* read(accountKey, "action=render.deleted");
      assert.deepEqual(
        [...new Set(deletions.entries.map(({ action }) => action))],
        ["render.deleted"],
      );
    }),
  );
});
