import type { Call } from "../_call.ts";
import type { Body } from "../_contract.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** The members of an account, with an account key. */
export const members = (call: Call) => ({
  /** All members, oldest first. */
  list: (options?: CallOptions) => call("members", "list", { options }),

  /** Adds a member and emails an invitation. */
  invite: (member: Body<"members", "invite">, options?: KeyedOptions) =>
    call("members", "invite", { body: member, options }),

  /** Changes the role, the name or the language of a member. */
  update: (id: string, change: Body<"members", "update">, options?: CallOptions) =>
    call("members", "update", { path: { id }, body: change, options }),

  /** Deletes a member. Their sessions end immediately. */
  remove: (id: string, options?: CallOptions) =>
    call("members", "remove", { path: { id }, options }),

  /** Emails a new invitation. The earlier link ends. */
  resend: (id: string, options?: CallOptions) =>
    call("members", "resend", { path: { id }, options }),
});

/** The client's calls for members. */
export interface MemberCalls extends ReturnType<typeof members> {}
