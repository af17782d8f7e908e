import { Result } from "effect";

import type { SigningFieldType } from "../../layouts/mod.ts";
import type { SigningFieldPlace } from "../../renders/mod.ts";
import { type Issue, isVisible } from "../../values/mod.ts";
import { valueProblem } from "./field_value.ts";
import type { FieldType, SignatureField } from "./fields.ts";
import type { CreateSignature } from "./signature_request.ts";

/** The types of fields in requests, by their types in layouts. */
const FIELD_TYPES: Readonly<Record<Exclude<SigningFieldType, "signingChoice">, FieldType>> = {
  signature: "signature",
  initials: "initial",
  signingDate: "date",
  signingText: "text",
  signingCheckbox: "checkbox",
};

const CHOICE_TYPES = { dropdown: "dropdown", radio: "radio_buttons" } as const;

/**
 * The signing fields of the layout as fields of a request, for the recipients that have their roles. Fails
 * with every role without a recipient, every role that the document does not have, and every text from the data
 * that no recipient could enter.
 *
 * @example A role without a recipient
 * ```ts
 * import { layoutFields } from "@paraph/core/signatures";
 * import { Result } from "effect";
 * import assert from "node:assert/strict";
 *
 * const box = { page: 1, x: 10, y: 80, width: 30, height: 5 };
 * const place = { id: "sign", type: "signature", label: null, required: true, ...box } as const;
 * const recipients = [{ firstName: "Ada", email: "ada@example.com", role: "client" }];
 * const fields = layoutFields(recipients, [{ ...place, role: "client" }]);
 * assert.deepEqual(Result.getOrThrow(fields).map(({ recipientIndex }) => recipientIndex), [0]);
 * const problems = layoutFields([], [{ ...place, role: "client" }]);
 * assert.deepEqual(Result.getOrThrow(Result.flip(problems)).map(({ path }) => path), ["recipients"]);
 * ```
 */
export function layoutFields(
  recipients: CreateSignature["recipients"],
  places: ReadonlyArray<SigningFieldPlace>,
): Result.Result<ReadonlyArray<SignatureField>, ReadonlyArray<Issue>> {
  const roles = new Set(places.map(({ role }) => role));
  const indexes = new Map<string, number>();
  const problems: Array<Issue> = [];
  recipients.forEach(({ role, designation }, index) => {
    if (role === undefined) return;
    const problem = roleProblem(role, roles, indexes, designation === "CC");
    if (problem !== undefined)
      problems.push({ path: `recipients.${index}.role`, message: problem });
    if (!indexes.has(role)) indexes.set(role, index);
  });
  for (const role of roles) {
    if (indexes.has(role)) continue;
    const message = `No recipient has the role "${role}" of the document`;
    problems.push({ path: "recipients", message });
  }
  if (problems.length > 0) return Result.fail(problems);
  const fields = places.map(({ id, role, type, display, label, ...place }) => {
    const recipientIndex = indexes.get(role) ?? 0;
    const field: SignatureField = {
      ...place,
      recipientIndex,
      type: type === "signingChoice" ? CHOICE_TYPES[display ?? "dropdown"] : FIELD_TYPES[type],
      ...(label === null || !isVisible(label) ? {} : { label }),
    };
    const problem = valueProblem(field);
    if (problem !== undefined) {
      const message = `The field "${id}" of the document starts with a text that no recipient could enter: ${problem}`;
      problems.push({ path: `recipients.${recipientIndex}.role`, message });
    }
    return field;
  });
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(fields);
}

function roleProblem(
  role: string,
  roles: ReadonlySet<string>,
  indexes: ReadonlyMap<string, number>,
  isCopy: boolean,
): string | undefined {
  if (isCopy) return "A CC recipient has nothing to fill in";
  if (indexes.has(role)) return `Another recipient already has the role "${role}"`;
  if (roles.has(role)) return undefined;
  return roles.size === 0
    ? "The document has no signing fields, so there are no roles"
    : `The document has no role "${role}". Its roles are ${[...roles].join(", ")}`;
}
