import { Schema } from "effect";

/** The permissions of sessions. */
export const PERMISSIONS = [
  "saveDraft",
  "publish",
  "rename",
  "delete",
  "rollback",
  "preview",
  "submitForm",
  "send",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The purpose of a session. */
export const SessionMode = Schema.Literals(["edit", "create", "view", "fill", "send"]);
export type SessionMode = typeof SessionMode.Type;

/** What each permission allows. */
const rights = {
  saveDraft: Schema.Boolean.annotateKey({ description: "Create templates and save drafts." }),
  publish: Schema.Boolean.annotateKey({ description: "Publish drafts as versions." }),
  rename: Schema.Boolean.annotateKey({ description: "Change the name of a template." }),
  delete: Schema.Boolean.annotateKey({ description: "Delete a template." }),
  rollback: Schema.Boolean.annotateKey({
    description: "Publish an earlier version again. Requires `saveDraft` and `publish`.",
  }),
  preview: Schema.Boolean.annotateKey({ description: "Render previews." }),
  submitForm: Schema.Boolean.annotateKey({ description: "Submit a form." }),
  send: Schema.Boolean.annotateKey({
    description: "Prepare a document and send it for signature.",
  }),
} satisfies Record<Permission, Schema.Top>;

/** Permissions that the integrator grants or denies. The mode decides about the others. */
export const RequestedPermissions = Schema.Struct({
  saveDraft: Schema.optionalKey(rights.saveDraft),
  publish: Schema.optionalKey(rights.publish),
  rename: Schema.optionalKey(rights.rename),
  delete: Schema.optionalKey(rights.delete),
  rollback: Schema.optionalKey(rights.rollback),
  preview: Schema.optionalKey(rights.preview),
  submitForm: Schema.optionalKey(rights.submitForm),
  send: Schema.optionalKey(rights.send),
});
export type RequestedPermissions = typeof RequestedPermissions.Type;

/** All permissions, granted or not, as in the token. */
export const Permissions = Schema.Struct(rights).annotate({
  identifier: "EmbedPermissions",
  description: "The permissions of a session, each granted or not.",
});
export type Permissions = typeof Permissions.Type;

const BUILDER_PERMISSIONS: ReadonlyArray<Permission> = [
  "saveDraft",
  "publish",
  "rename",
  "delete",
  "rollback",
  "preview",
];

/** The maximum permissions of each mode. */
const MODE_PERMISSIONS: Readonly<Record<SessionMode, ReadonlyArray<Permission>>> = {
  edit: BUILDER_PERMISSIONS,
  create: BUILDER_PERMISSIONS,
  view: ["preview"],
  fill: ["submitForm", "preview"],
  send: ["send"],
};

/**
 * The permissions of a session: those of its mode without those that the integrator denies.
 *
 * @example A session that fills in a form never publishes
 * ```ts
 * import { permissionsOf } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * assert.equal(permissionsOf("fill", { publish: true }).publish, false);
 * assert.equal(permissionsOf("edit", {}).publish, true);
 * assert.equal(permissionsOf("edit", { publish: false }).publish, false);
 * assert.equal(permissionsOf("edit", { publish: false }).rollback, false);
 * ```
 */
export function permissionsOf(
  mode: SessionMode,
  requestedPermissions: RequestedPermissions,
): Permissions {
  const isGranted = (name: Permission) =>
    MODE_PERMISSIONS[mode].includes(name) && (requestedPermissions[name] ?? true);
  const [saveDraft, publish] = [isGranted("saveDraft"), isGranted("publish")];
  return {
    saveDraft,
    publish,
    rename: isGranted("rename"),
    delete: isGranted("delete"),
    rollback: isGranted("rollback") && publish && saveDraft,
    preview: isGranted("preview"),
    submitForm: isGranted("submitForm"),
    send: isGranted("send"),
  };
}
