import { Schema } from "effect";

/** What a call of the API needs: to read, to work in projects, or to manage the account. */
export type Right = "read" | "work" | "manage";

/** The rights of each role of a member. */
export const ROLE_RIGHTS = {
  owner: ["read", "work", "manage"],
  editor: ["read", "work"],
  viewer: ["read"],
} as const satisfies Record<string, ReadonlyArray<Right>>;

/** The role of a member in an account. */
export const Role = Schema.Literals(["owner", "editor", "viewer"]);
export type Role = typeof Role.Type;

/** Whether a role permits a call. */
export function permits(role: Role, right: Right): boolean {
  const rights: ReadonlyArray<Right> = ROLE_RIGHTS[role];
  return rights.includes(right);
}

/** Whether a change of the role takes rights away. */
export function isDemotion(from: Role, to: Role): boolean {
  return ROLE_RIGHTS[from].some((right) => !permits(to, right));
}
