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
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The purpose of a session. */
export const SessionMode = Schema.Literals(["edit", "create", "view", "fill"]);
export type SessionMode = typeof SessionMode.Type;

const right = Schema.optionalKey(Schema.Boolean);

/** Permissions that the integrator grants or denies. The mode decides about the others. */
export const RequestedPermissions = Schema.Struct({
  saveDraft: right,
  publish: right,
  rename: right,
  delete: right,
  rollback: right,
  preview: right,
  submitForm: right,
});
export type RequestedPermissions = typeof RequestedPermissions.Type;

/** All permissions, granted or not, as in the token. */
export const Permissions = Schema.Record(Schema.Literals(PERMISSIONS), Schema.Boolean).annotate({
  identifier: "EmbedPermissions",
});
export type Permissions = typeof Permissions.Type;

const BUILDING: ReadonlyArray<Permission> = [
  "saveDraft",
  "publish",
  "rename",
  "delete",
  "rollback",
  "preview",
];

/** The maximum permissions of each mode. */
const WITHIN: Readonly<Record<SessionMode, ReadonlyArray<Permission>>> = {
  edit: BUILDING,
  create: BUILDING,
  view: ["preview"],
  fill: ["submitForm", "preview"],
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
export function permissionsOf(mode: SessionMode, requested: RequestedPermissions): Permissions {
  const isGranted = (name: Permission) => WITHIN[mode].includes(name) && (requested[name] ?? true);
  const [saveDraft, publish] = [isGranted("saveDraft"), isGranted("publish")];
  return {
    saveDraft,
    publish,
    rename: isGranted("rename"),
    delete: isGranted("delete"),
    rollback: isGranted("rollback") && publish && saveDraft,
    preview: isGranted("preview"),
    submitForm: isGranted("submitForm"),
  };
}
