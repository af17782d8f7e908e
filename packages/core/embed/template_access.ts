import { Option } from "effect";

import type { EmbedSessionId, TemplateId } from "../values/mod.ts";
import type { BuilderCaller } from "./builder_caller.ts";

/**
 * Whether a template of its project is a caller's to work on: a partner's server has all of them, a
 * session the one it is about and those it has made. Who fills in a form works on none.
 */
export function mayOpen(
  caller: BuilderCaller,
  template: TemplateId,
  creator: Option.Option<EmbedSessionId>,
): boolean {
  if (caller.kind === "partner") return true;
  const { id, scope } = caller.session;
  if (scope.mode === "fill") return false;
  const isItsOwn = Option.contains(creator, id);
  return isItsOwn || scope.templateExternalId?.toLowerCase() === template.toLowerCase();
}
