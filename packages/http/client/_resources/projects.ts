import type { Call } from "../_call.ts";
import type { Body } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** The projects of an account, with an account key. */
export const projects = (call: Call) => ({
  /** All projects, newest first. */
  list: (options?: CallOptions) => call("projects", "list", { options }),

  /** Creates a project. */
  create: (project: Body<"projects", "create">, options?: KeyedOptions) =>
    call("projects", "create", { body: project, options }),

  /** A project. */
  get: (id: string, options?: CallOptions) => call("projects", "get", { path: { id }, options }),

  /** Changes the name or the settings of a project. Its slug stays the same. */
  update: (id: string, change: Body<"projects", "update">, options?: CallOptions) =>
    call("projects", "update", { path: { id }, body: change, options }),

  /** Deletes a project. Its keys become invalid. */
  remove: (id: string, options?: CallOptions) =>
    call("projects", "remove", { path: { id }, options }),

  /** The keys of a project, newest first, including revoked ones. */
  listKeys: (id: string, options?: CallOptions) =>
    call("projects", "listKeys", { path: { id }, options }),

  /** Creates a key of a project. It is returned only once. */
  mintKey: (id: string, key: Body<"projects", "mintKey"> = {}, options?: KeyedOptions) =>
    call("projects", "mintKey", { path: { id }, body: key, options }),

  /** Revokes a key immediately. */
  revokeKey: (id: string, keyId: string, options?: CallOptions) =>
    call("projects", "revokeKey", { path: { id, keyId }, options }),

  /** Copies a template into a project. */
  copyTemplate: (id: string, copy: Body<"projects", "copyTemplate">, options?: KeyedOptions) =>
    call("projects", "copyTemplate", { path: { id }, body: copy, options }),
});

/** Provisioning for operators, with the admin key of the deployment. */
export const admin = (call: Call) => ({
  /** Provisions an organisation, or returns an existing one. */
  provision: (organisation: Body<"admin", "provision">, options?: KeyedOptions) =>
    call("admin", "provision", { body: organisation, options }),

  /** Changes fields of an organisation. */
  change: (change: Body<"admin", "change">, options?: CallOptions) =>
    call("admin", "change", { body: change, options }),

  /** The health and the load of the deployment. */
  system: (options?: CallOptions) => call("admin", "system", { options }),
});

/** The client's calls for projects. */
export interface ProjectCalls extends ReturnType<typeof projects> {}

/** The client's calls for operators. */
export interface AdminCalls extends ReturnType<typeof admin> {}
