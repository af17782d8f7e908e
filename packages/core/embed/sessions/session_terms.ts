import type { Issue } from "../../values/mod.ts";
import { permissionsOf, type SessionMode } from "./permission.ts";
import type { CreateSession, Scope, SessionTerms } from "./session.ts";

/** Modes that require an existing template. */
const TEMPLATE_MODES: ReadonlySet<SessionMode> = new Set(["view", "fill"]);

/** Problems between the members of a session. */
export function sessionProblems(request: CreateSession): ReadonlyArray<Issue> {
  const { mode, templateExternalId, renderId } = scopeOf(request);
  const issues: Array<Issue> = [];
  if (TEMPLATE_MODES.has(mode) && templateExternalId === undefined) {
    const message = `Is required when the mode is ${mode}`;
    issues.push({ path: "scope.templateExternalId", message });
  }
  if (mode === "send" && renderId === undefined)
    issues.push({ path: "scope.renderId", message: "Is required when the mode is send" });
  if (request.variableCatalog !== undefined && request.catalogRef !== undefined)
    issues.push({ path: "catalogRef", message: "Not expected together with variableCatalog" });
  return [...issues, ...tooLarge(request)];
}

/** The maximum characters of JSON in each part, because every call reads the session. */
const MAX_CHARACTERS = { prefill: 1_000_000, other: 20_000 } as const;

function tooLarge({ form, appearance, callbacks }: CreateSession): ReadonlyArray<Issue> {
  const parts = [
    ["form.prefill", form?.prefill, MAX_CHARACTERS.prefill],
    ["appearance", appearance, MAX_CHARACTERS.other],
    ["callbacks", callbacks, MAX_CHARACTERS.other],
  ] as const;
  return parts.flatMap(([path, part, maximum]) =>
    part === undefined || JSON.stringify(part).length <= maximum
      ? []
      : [{ path, message: `Expected at most ${maximum} characters of JSON` }],
  );
}

/**
 * The terms of a session with defaults for omitted members.
 *
 * @example The default mode with and without a template
 * ```ts
 * import { sessionTerms } from "@paraph/core/embed";
 * import assert from "node:assert/strict";
 *
 * const who = { tenant: { externalId: "t" }, actor: { externalId: "a" } };
 * assert.equal(sessionTerms(who, null).scope.mode, "create");
 * assert.equal(sessionTerms({ ...who, scope: { templateExternalId: "x" } }, null).scope.mode, "edit");
 * ```
 *
 * @param catalog The catalog for its templates; `null` allows any variables.
 */
export function sessionTerms(
  request: CreateSession,
  catalog: SessionTerms["catalog"],
): SessionTerms {
  const { tenant, actor, permissions = {}, appearance = {}, callbacks = {} } = request;
  const scope = scopeOf(request);
  return {
    tenant,
    actor,
    scope,
    permissions: permissionsOf(scope.mode, permissions),
    catalog,
    appearance,
    callbacks,
    form: request.form ?? { prefill: {}, showPreview: true, redirectUrl: null },
  };
}

function scopeOf({ scope = {} }: CreateSession): Scope {
  const mode = scope.mode ?? (scope.templateExternalId === undefined ? "create" : "edit");
  return { ...scope, mode };
}
