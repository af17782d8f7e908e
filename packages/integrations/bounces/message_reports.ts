import type { BounceReport } from "@paraph/core/emails";
import { Effect } from "effect";

import { ID_HEADER } from "./email_headers.ts";
import { statusIn } from "./json_reports.ts";

/** Imported with the first message, because no start needs it. */
const postalMime = Effect.promise(() => import("postal-mime"));

/** More parts are not read. */
const MAX_PARTS = 20;

/**
 * The reports in a message of a mail server: delivery status notifications (RFC 3464), and complaints in the
 * abuse reporting format (RFC 5965). Undefined if it has no such part.
 */
export const messageReports = Effect.fnUntraced(function* (body: Uint8Array) {
  const { default: PostalMime } = yield* postalMime;
  const message = yield* Effect.tryPromise(() =>
    PostalMime.parse(body, { attachmentEncoding: "utf8", forceRfc822Attachments: true }),
  ).pipe(Effect.orElseSucceed(() => undefined));
  const parts = (message?.attachments ?? [])
    .slice(0, MAX_PARTS)
    .map(({ mimeType, content }) => ({
      type: mimeType.toLowerCase(),
      text: typeof content === "string" ? content : new TextDecoder().decode(content),
    }));
  const references = parts.flatMap(({ type, text }) => referencesIn(type, text));
  const reports = parts.flatMap(({ type, text }): ReadonlyArray<BounceReport> => {
    if (type === "message/delivery-status") return statusReports(text, references);
    return type === "message/feedback-report" ? feedbackReports(text, references) : [];
  });
  return parts.some(({ type }) => REPORT_TYPES.has(type)) ? reports : undefined;
});

const REPORT_TYPES: ReadonlySet<string> = new Set([
  "message/delivery-status",
  "message/feedback-report",
]);

/** The first fields are about the message, the following groups about one recipient each. */
function statusReports(
  text: string,
  references: ReadonlyArray<string>,
): ReadonlyArray<BounceReport> {
  const groups = text.split(/\r?\n[ \t]*\r?\n/u).map(fieldsIn);
  return groups.flatMap((fields): ReadonlyArray<BounceReport> => {
    const action = fields.get("action")?.toLowerCase();
    if (action !== "failed" && action !== "delayed") return [];
    const code = statusIn(fields.get("status"));
    return [{ kind: action === "failed" ? "bounced" : "delayed", references, code }];
  });
}

function feedbackReports(
  text: string,
  references: ReadonlyArray<string>,
): ReadonlyArray<BounceReport> {
  const type = fieldsIn(text).get("feedback-type")?.toLowerCase();
  if (type === "not-spam" || type === undefined) return [];
  return [{ kind: "complained", references, code: null }];
}

/** The identifiers in the part with the original message, or with its envelope. */
function referencesIn(type: string, text: string): ReadonlyArray<string> {
  if (type === "message/delivery-status") {
    const id = fieldsIn(text).get("original-envelope-id");
    return id === undefined ? [] : [id];
  }
  if (type !== "message/rfc822" && type !== "text/rfc822-headers") return [];
  const [head = ""] = text.trimStart().split(/\r?\n\r?\n/u, 1);
  const fields = fieldsIn(head);
  return [fields.get(ID_HEADER.toLowerCase()), fields.get("message-id")].filter(
    (value) => value !== undefined,
  );
}

/** Fields by name in lower case, unfolded; the first one of a name counts. */
function fieldsIn(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/gu, " ").split(/\r?\n/u)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
