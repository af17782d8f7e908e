import type { SendModel } from "./draft_request.ts";
import { type Order, phoneNumber, type Recipient } from "./recipient.ts";

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
  | "phone"
  | "code"
  | "step"
  | "reminders"
  | "redirectUrl"
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
  for (const recipient of model.recipients) {
    const { key } = recipient;
    const kinds = problemsOfRecipient(recipient, model.order);
    problems.push(...kinds.map((kind) => ({ kind, key })));
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
  if (!hasValidReminders(model)) problems.push({ kind: "reminders" });
  const url = model.redirectUrl.trim();
  if (url !== "" && !(/^https:\/\//iu.test(url) && URL.canParse(url)))
    problems.push({ kind: "redirectUrl" });
  for (const { key, type, others } of model.fields)
    if (CHOICE_TYPES.has(type) && !hasChoices(others["options"]))
      problems.push({ kind: "field", key });
  return problems;
}

function problemsOfRecipient(
  { firstName, email, method, phone, code, step = 1 }: Recipient,
  order: Order,
): ReadonlyArray<ProblemKind> {
  return [
    ...(firstName.trim() === "" ? ["firstName" as const] : []),
    ...(EMAIL.test(email.trim()) ? [] : ["email" as const]),
    ...(order === "steps" && !isBetween(step, 1, MAX_STEP) ? ["step" as const] : []),
    ...(method === "sms_code" && !PHONE.test(phoneNumber(phone)) ? ["phone" as const] : []),
    ...(method === "access_code" && !isBetween(code.length, 4, 32) ? ["code" as const] : []),
  ];
}

function hasValidReminders({ reminders }: SendModel): boolean {
  if (reminders === undefined) return true;
  const { afterDays, everyDays, max } = reminders;
  return [afterDays, everyDays].every((days) => isBetween(days, 1, 30)) && isBetween(max, 1, 10);
}

function hasChoices(options: unknown): boolean {
  return Array.isArray(options) && options.length > 0 && new Set(options).size === options.length;
}

function isBetween(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum;
}

const MAX_STEP = 2_147_483_647;

const CHOICE_TYPES: ReadonlySet<string> = new Set(["dropdown", "radio_buttons"]);

const PHONE = /^\+[1-9][0-9]{6,14}$/u;

/** The problems that the server has found, by their paths in the request. */
export function problemsOfIssues(
  fieldErrors: Readonly<Record<string, ReadonlyArray<string>>>,
  model: SendModel,
): ReadonlyArray<Problem> {
  return Object.entries(fieldErrors).map(([path, messages]) => {
    const message = messages.join(" ");
    const [list = "", index = "", member = "", part = ""] = path.split(".");
    if (list === "recipients" && index !== "") {
      const key = model.recipients[Number(index)]?.key;
      const kind =
        (member === "authentication" ? AUTHENTICATION[part] : MEMBERS[member]) ??
        (member === "" ? "noSignature" : "other");
      if (key !== undefined) return kind === "other" ? { kind, message } : { kind, key };
    }
    if (list === "fields" && index !== "") {
      const key = model.fields[Number(index)]?.key;
      if (key !== undefined) return { kind: "field", key };
    }
    return KINDS[path] === undefined ? { kind: "other", message } : { kind: KINDS[path] };
  });
}

const MEMBERS: Readonly<Record<string, ProblemKind>> = {
  firstName: "firstName",
  email: "email",
  step: "step",
};

const AUTHENTICATION: Readonly<Record<string, ProblemKind>> = { phone: "phone", code: "code" };

const KINDS: Readonly<Record<string, ProblemKind>> = {
  name: "name",
  message: "message",
  expirationHours: "expiration",
  redirectUrl: "redirectUrl",
};
