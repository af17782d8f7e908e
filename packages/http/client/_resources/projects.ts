import type { Call } from "../_call.ts";
import type { Body } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** The projects of an account, with an account key. */
export const projects = (call: Call) => ({
  /** All projects, newest first. */
  list: (options?: CallOptions) => call("projects", "list", { options }),

  /** Makes a project. */
  create: (project: Body<"projects", "create">, options?: KeyedOptions) =>
    call("projects", "create", { body: project, options }),

  /** A project. */
  get: (id: string, options?: CallOptions) => call("projects", "get", { path: { id }, options }),

  /** Renames a project; its slug stays. */
  rename: (id: string, change: Body<"projects", "rename">, options?: CallOptions) =>
    call("projects", "rename", { path: { id }, body: change, options }),

  /** Deletes a project; its keys open nothing any more. */
  remove: (id: string, options?: CallOptions) =>
    call("projects", "remove", { path: { id }, options }),

  /** The keys of a project, newest first, revoked ones too. */
  listKeys: (id: string, options?: CallOptions) =>
    call("projects", "listKeys", { path: { id }, options }),

  /** Mints a key of a project; it is shown now and never again. */
  mintKey: (id: string, key: Body<"projects", "mintKey"> = {}, options?: KeyedOptions) =>
    call("projects", "mintKey", { path: { id }, body: key, options }),

  /** Revokes a key, at once. */
  revokeKey: (id: string, keyId: string, options?: CallOptions) =>
    call("projects", "revokeKey", { path: { id, keyId }, options }),

  /** Copies a template into a project. */
  copyTemplate: (id: string, copy: Body<"projects", "copyTemplate">, options?: KeyedOptions) =>
    call("projects", "copyTemplate", { path: { id }, body: copy, options }),
});

/** What operators do, with the admin key of the deployment. */
export const admin = (call: Call) => ({
  /** Provisions an organisation, or tells what it was provisioned with. */
  provision: (partner: Body<"admin", "provision">, options?: KeyedOptions) =>
    call("admin", "provision", { body: partner, options }),

  /** Changes what is named of an organisation. */
  change: (change: Body<"admin", "change">, options?: CallOptions) =>
    call("admin", "change", { body: change, options }),
});

/** What the client does with projects. */
export interface ProjectCalls extends ReturnType<typeof projects> {}

/** What the client does for operators. */
export interface AdminCalls extends ReturnType<typeof admin> {}
