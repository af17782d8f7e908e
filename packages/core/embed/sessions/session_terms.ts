import type { Issue } from "../../values/mod.ts";
import { permissionsOf, type SessionMode } from "./permission.ts";
import type { CreateSession, Scope, SessionTerms } from "./session.ts";

/** Modes that require an existing template. */
const ABOUT_A_TEMPLATE: ReadonlySet<SessionMode> = new Set(["view", "fill"]);

/** Problems between the members of a session. */
export function sessionProblems(wanted: CreateSession): ReadonlyArray<Issue> {
  const { mode, templateExternalId } = scopeOf(wanted);
  const issues: Array<Issue> = [];
  if (ABOUT_A_TEMPLATE.has(mode) && templateExternalId === undefined) {
    const message = `Is required when the mode is ${mode}`;
    issues.push({ path: "scope.templateExternalId", message });
  }
  if (wanted.variableCatalog !== undefined && wanted.catalogRef !== undefined)
    issues.push({ path: "catalogRef", message: "Not expected together with variableCatalog" });
  return [...issues, ...tooLarge(wanted)];
}

/** The maximum characters of JSON in each part, because every call reads the session. */
const MOST = { prefill: 1_000_000, other: 20_000 } as const;

function tooLarge({ form, appearance, callbacks }: CreateSession): ReadonlyArray<Issue> {
  const parts = [
    ["form.prefill", form?.prefill, MOST.prefill],
    ["appearance", appearance, MOST.other],
    ["callbacks", callbacks, MOST.other],
  ] as const;
  return parts.flatMap(([path, part, most]) =>
    part === undefined || JSON.stringify(part).length <= most
      ? []
      : [{ path, message: `Expected at most ${most} characters of JSON` }],
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
  wanted: CreateSession,
  catalog: SessionTerms["catalog"],
): SessionTerms {
  const { tenant, actor, permissions = {}, appearance = {}, callbacks = {} } = wanted;
  const scope = scopeOf(wanted);
  return {
    tenant,
    actor,
    scope,
    permissions: permissionsOf(scope.mode, permissions),
    catalog,
    appearance,
    callbacks,
    form: wanted.form ?? { prefill: {}, showPreview: true, redirectUrl: null },
  };
}

function scopeOf({ scope = {} }: CreateSession): Scope {
  const mode = scope.mode ?? (scope.templateExternalId === undefined ? "create" : "edit");
  return { ...scope, mode };
}
