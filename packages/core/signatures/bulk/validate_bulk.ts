import { Predicate } from "effect";

import type { Issue } from "../../values/mod.ts";
import { validateSignatureRequest } from "../request/validate_request.ts";

/**
 * The problems between the fields of a bulk request: those of a signature request for each row. It reads an unchecked
 * body, as `validateSignatureRequest` does.
 *
 * @example A signer of the second row without a signature field
 * ```ts
 * import { validateSignatureBulk } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const [client, other] = [{ firstName: "Ada", role: "client" }, { firstName: "Bob", order: 2 }];
 * const rows = [{ recipients: [client] }, { recipients: [other] }];
 * assert.deepEqual(
 *   validateSignatureBulk({ rows }).map(({ path }) => path),
 *   ["rows.1.recipients.0.order", "rows.1.recipients"],
 * );
 * ```
 */
export function validateSignatureBulk(body: unknown): ReadonlyArray<Issue> {
  if (!Predicate.isObject(body) || !Array.isArray(body["rows"])) return [];
  const { rows, ...shared } = body;
  const found = new Map<string, Issue>();
  for (const [index, row] of (rows as ReadonlyArray<unknown>).entries()) {
    if (!Predicate.isObject(row)) continue;
    const { recipients } = row;
    const issues = [
      ...validateSignatureRequest({ ...shared, recipients }),
      ...accessCodes(recipients),
    ];
    for (const issue of issues) {
      const path = rowPath(issue.path, index, shared);
      found.set(`${path}\n${issue.message}`, { ...issue, path });
    }
  }
  return [...found.values()];
}

/** The path of a problem of a row's signature request in the body of the bulk request. */
export function rowPath(
  path: string,
  row: number,
  shared: Readonly<Record<string, unknown>>,
): string {
  const [first = ""] = path.split(".", 1);
  if (first === "recipients" || first === "name") return `rows.${row}.${path}`;
  // A signer without a field: the row's recipients lack a role, or all rows share the fields.
  if (path === "fields" && shared["fields"] === undefined && shared["anchorTags"] === undefined)
    return `rows.${row}.recipients`;
  return path;
}

/** Access codes would be stored until the document is sent. */
function accessCodes(recipients: unknown): ReadonlyArray<Issue> {
  if (!Array.isArray(recipients)) return [];
  return (recipients as ReadonlyArray<unknown>).flatMap((recipient, index) => {
    const authentication = Predicate.isObject(recipient) ? recipient["authentication"] : undefined;
    return Predicate.isObject(authentication) && authentication["method"] === "access_code"
      ? [
          {
            path: `recipients.${index}.authentication.method`,
            message: "Not possible in a bulk request: expected `email_code` or `sms_code`",
          },
        ]
      : [];
  });
}
