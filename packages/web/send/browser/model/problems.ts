import type { SendModel } from "./draft_request.ts";

/** The kinds of problems, by the names of their texts. */
type ProblemKind =
  | "firstName"
  | "email"
  | "noRecipient"
  | "noSigner"
  | "noSignature"
  | "expiration"
  | "name"
  | "message"
  | "field"
  | "other";

/** A problem, and the part of the page that it concerns. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The key of the recipient or of the field. */
  readonly key?: number;
  /** The message of the server, for a problem that the page has no text for. */
  readonly message?: string;
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u;

/** The problems that the page finds before it sends. */
export function problemsOf(model: SendModel): ReadonlyArray<Problem> {
  const problems: Array<Problem> = [];
  for (const { key, firstName, email } of model.recipients) {
    if (firstName.trim() === "") problems.push({ kind: "firstName", key });
    if (!EMAIL.test(email.trim())) problems.push({ kind: "email", key });
  }
  if (model.recipients.length === 0) problems.push({ kind: "noRecipient" });
  else if (model.recipients.every(({ designation }) => designation === "CC"))
    problems.push({ kind: "noSigner" });
  const hasAnchors = model.others["anchorTags"] !== undefined;
  for (const { key, designation } of model.recipients) {
    if (designation !== "Signer" || hasAnchors) continue;
    const signs = model.fields.some(
      ({ recipient, type, required }) => recipient === key && type === "signature" && required,
    );
    if (!signs) problems.push({ kind: "noSignature", key });
  }
  const { expirationHours } = model;
  if (expirationHours !== undefined && !(expirationHours >= 1 && expirationHours <= 8760))
    problems.push({ kind: "expiration" });
  return problems;
}

/** The problems that the server has found, by their paths in the request. */
export function problemsOfIssues(
  fieldErrors: Readonly<Record<string, ReadonlyArray<string>>>,
  model: SendModel,
): ReadonlyArray<Problem> {
  return Object.entries(fieldErrors).map(([path, messages]) => {
    const message = messages.join(" ");
    const [list = "", index = "", member = ""] = path.split(".");
    if (list === "recipients" && index !== "") {
      const key = model.recipients[Number(index)]?.key;
      const kind = MEMBERS[member] ?? (member === "" ? "noSignature" : "other");
      if (key !== undefined) return kind === "other" ? { kind, message } : { kind, key };
    }
    if (list === "fields" && index !== "") {
      const key = model.fields[Number(index)]?.key;
      if (key !== undefined) return { kind: "field", key };
    }
    return KINDS[path] === undefined ? { kind: "other", message } : { kind: KINDS[path] };
  });
}

const MEMBERS: Readonly<Record<string, ProblemKind>> = { firstName: "firstName", email: "email" };

const KINDS: Readonly<Record<string, ProblemKind>> = {
  name: "name",
  message: "message",
  expirationHours: "expiration",
};
