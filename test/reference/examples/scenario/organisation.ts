import { Keys } from "@paraph/core/keys";
import { AccountId } from "@paraph/core/values";
import { Effect, Schema } from "effect";

import { ADMIN_KEY } from "../../../../packages/http/_testing/api_server.ts";
import { Recorder } from "../recorder.ts";

/** The credentials of the organisation whose requests are recorded. */
export interface Organisation {
  readonly projectKey: string;
  readonly accountKey: string;
  /** The slug of its first project. */
  readonly slug: string;
}

/** The origin of the organisation's pages. */
export const ORIGIN = "https://app.acme.example";

/** A logo with a green square. */
const LOGO =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><path fill='%230b6e4f' d='M0 0h8v8H0z'/></svg>";

const decodeProject = Schema.decodeUnknownSync(
  Schema.Struct({ branding: Schema.Struct({ logoUrl: Schema.String }) }),
);

/** Provisions the organisation. */
export const provision = Effect.gen(function* () {
  const { call } = yield* Recorder;
  const keys = yield* Keys;
  const bearer = ADMIN_KEY;
  const account = yield* call("admin.provision", {
    bearer,
    key: "provision-acme",
    body: {
      externalOrgId: "acme",
      name: "Acme Ltd",
      emailFrom: "Acme <documents@acme.example>",
      allowedOrigins: [ORIGIN],
    },
  });
  yield* call("admin.system", { bearer });
  yield* call("admin.change", { bearer, body: { externalOrgId: "acme", name: "Acme Limited" } });
  const accountId = AccountId.make(String(account["accountId"]));
  const { key: accountKey } = yield* keys.create({ kind: "account", accountId });
  return { accountKey, projectKey: String(account["apiKey"]), slug: String(account["slug"]) };
});

/** Invites, changes and removes members. */
export const manageMembers = Effect.fnUntraced(function* ({ accountKey: bearer }: Organisation) {
  const { call } = yield* Recorder;
  const invite = (email: string, role: string, more = {}) =>
    call("members.invite", { bearer, key: `invite-${email}`, body: { email, role, ...more } });
  const { id } = yield* invite("ada@acme.example", "editor", { name: "Ada Lovelace" });
  const path = { id: String(id) };
  yield* call("members.list", { bearer });
  yield* call("members.resend", { bearer, path });
  yield* call("members.update", { bearer, path, body: { role: "viewer" } });
  yield* call("members.remove", { bearer, path });
});

/** Manages projects and their keys; needs the template `receipt` in the first project. */
export const manageProjects = Effect.fnUntraced(function* ({ accountKey, slug }: Organisation) {
  const { call } = yield* Recorder;
  const bearer = accountKey;
  const project = yield* call("projects.create", {
    bearer,
    key: "project-branch-office",
    body: { name: "Branch office" },
  });
  const path = { id: String(project["id"]) };
  yield* call("projects.get", { bearer, path });
  yield* call("projects.update", {
    bearer,
    path,
    body: {
      name: "Stockholm office",
      publicDownloads: false,
      language: "de",
      branding: {
        name: "Acme",
        primaryColor: "#0b6e4f",
        replyTo: "service@acme.example",
        footer: "Acme Ltd · 1 High Street, London",
      },
    },
  });
  const { branding } = decodeProject(
    yield* call("projects.update", { bearer, path, body: { branding: { logo: LOGO } } }),
  );
  yield* call("files.logo", { path: { id: branding.logoUrl.slice(-36) } });
  yield* call("projects.list", { bearer });
  const key = yield* call("projects.mintKey", {
    bearer,
    path,
    key: "key-of-the-billing-system",
    body: { name: "Billing system" },
  });
  yield* call("projects.listKeys", { bearer, path });
  yield* call("projects.copyTemplate", {
    bearer,
    path,
    key: "copy-receipt",
    body: { sourceProjectSlug: slug, sourceTemplateSlug: "receipt" },
  });
  yield* call("projects.revokeKey", { bearer, path: { ...path, keyId: String(key["id"]) } });
  yield* call("projects.remove", { bearer, path });
  yield* call("audit.list", { bearer, query: { action: "project_key.revoked", limit: "2" } });
});

/** The endpoints that need no key. */
export const checkHealth = Effect.gen(function* () {
  const { call } = yield* Recorder;
  yield* call("health.alive");
  yield* call("health.ready");
  yield* call("health.metrics");
});
