import { Effect } from "effect";

import { CALLERS } from "../describe.ts";
import { callTarget } from "./client.ts";

/** The kinds of keys that profiles contain. */
export type ProfileCaller = "project" | "account";

/** Whose key a text is; `undefined` if it is neither a project key nor an account key. */
export function callerOfKey(key: string): ProfileCaller | undefined {
  return (["project", "account"] as const).find((name) => CALLERS[name].isKey(key));
}

/** Fails unless the server accepts the key. */
export const verifyKey = Effect.fnUntraced(function* (
  { url, key }: { readonly url: string; readonly key: string },
  caller: ProfileCaller,
) {
  const target = { url, key, source: "--url" };
  yield* callTarget(target, { ...CALLERS[caller], variable: "--key" }, (paraph) =>
    caller === "project"
      ? Effect.asVoid(paraph.templates.list())
      : Effect.asVoid(paraph.projects.list()),
  );
});
