import { DateTime, Option } from "effect";

import { isValidText } from "../../layouts/mod.ts";
import { type Issue, type Timestamp, isStorableText } from "../../values/mod.ts";
import type { EnvelopeField } from "../envelope.ts";
import { type AdoptedSignature, isVisibleDrawing } from "./adopted_signature.ts";
import type { FinishSigning } from "./ceremony.ts";
import {
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_TEXT_LENGTH,
  SUBMISSION_PROBLEMS as PROBLEMS,
} from "./submission_problems.ts";
import { fitsLegibly, isVisible, sanitizeText } from "./visible_text.ts";

/** The rules that a submission is checked against. */
export interface SubmissionRules {
  /** The fields of the recipient. */
  readonly fields: ReadonlyArray<EnvelopeField>;
  /** The SHA-256 of the consent text, in hex. */
  readonly consentSha256: string;
  readonly now: Timestamp;
}

/**
 * Returns every problem of a recipient's submission by field. The submission must be sanitized
 * (`sanitizeSubmission`).
 *
 * @example A required field is empty, and a field of another recipient is filled
 * ```ts
 * import { validateSubmission } from "@paraph/core/builtin_provider";
 * import { DateTime } from "effect";
 * import assert from "node:assert/strict";
 *
 * const box = { page: 1, x: 0, y: 0, width: 10, height: 5 };
 * const field = { ...box, id: "f1", recipientId: "r", type: "text", required: true, options: [] } as const;
 * const now = DateTime.makeUnsafe("2026-05-04T03:02:01Z");
 * const consent = "0".repeat(64);
 * const problems = validateSubmission(
 *   { fields: [field], consentSha256: consent, now },
 *   { consent, date: "2026-05-04", values: { f2: "mine?" } },
 * );
 * assert.deepEqual(problems.map(({ path }) => path), ["values.f1", "values.f2"]);
 * ```
 */
export function validateSubmission(
  { fields, consentSha256, now }: SubmissionRules,
  submission: FinishSigning,
): ReadonlyArray<Issue> {
  const { consent, values, signature, initials, date } = submission;
  const fieldIds = new Set(fields.map(({ id }) => id));
  const isFilled = (type: EnvelopeField["type"]) =>
    fields.some((field) => field.type === type && values[field.id] === true);
  const problemIf = (path: string, isWrong: boolean, message: string) =>
    isWrong ? [{ path, message }] : [];
  return [
    ...problemIf("consent", consent !== consentSha256, PROBLEMS.consentChanged),
    ...fields.flatMap((field) => fieldProblems(field, submission)),
    ...signatureProblems(fields, submission),
    ...Object.keys(values).flatMap((id) =>
      problemIf(`values.${id}`, !fieldIds.has(id), PROBLEMS.unknownField),
    ),
    ...problemIf("signature", isFilled("signature") && signature === undefined, PROBLEMS.required),
    ...problemIf("signature", isInvisible(signature), PROBLEMS.invisible),
    ...problemIf(
      "initials",
      isFilled("initial") && initials === undefined,
      PROBLEMS.initialsRequired,
    ),
    ...problemIf("initials", isInvisible(initials), PROBLEMS.initialsInvisible),
    ...problemIf("date", isFilled("date") && !isToday(date, now), PROBLEMS.notToday),
  ];
}

/**
 * The fields of a recipient, as the signing page requires them. A single signature field is always required,
 * so that no recipient finishes without a signature.
 */
export function requiredFields(fields: ReadonlyArray<EnvelopeField>): ReadonlyArray<EnvelopeField> {
  const signatures = fields.filter(({ type }) => type === "signature");
  return signatures.length === 1
    ? fields.map((field) => (field === signatures[0] ? { ...field, required: true } : field))
    : fields;
}

/** At least one of several optional signatures is required. */
function signatureProblems(
  fields: ReadonlyArray<EnvelopeField>,
  { values }: FinishSigning,
): ReadonlyArray<Issue> {
  const signatures = fields.filter(({ type }) => type === "signature");
  const [first] = signatures;
  if (first === undefined || signatures.some(({ id, required }) => required || values[id] === true))
    return [];
  return [{ path: `values.${first.id}`, message: PROBLEMS.noSignature }];
}

function isInvisible(signature: AdoptedSignature | undefined): boolean {
  if (signature === undefined) return false;
  // Pictures without visible pixels are problems of their files.
  if (signature.kind === "image") return false;
  return signature.kind === "typed" ? !isVisible(signature.text) : !isVisibleDrawing(signature);
}

function fieldProblems(field: EnvelopeField, submission: FinishSigning): ReadonlyArray<Issue> {
  const path = `values.${field.id}`;
  const value = Object.hasOwn(submission.values, field.id)
    ? submission.values[field.id]
    : undefined;
  const isEmpty = value === undefined || value === false || (value !== true && !isVisible(value));
  if (isEmpty) return field.required ? [{ path, message: PROBLEMS.required }] : [];
  const problem = valueProblem(field, value) ?? sizeProblem(field, value);
  return problem === undefined ? [] : [{ path, message: problem }];
}

/** The problem of a value that is not empty. */
function valueProblem(
  { type, options, validation }: EnvelopeField,
  value: string | true,
): string | undefined {
  if (type === "text_area") return textProblem(value, MAX_TEXT_LENGTH);
  const isChosen = type === "dropdown" || type === "radio_buttons";
  if (isChosen && options.length > 0) {
    return options.some((option) => option === value) ? undefined : PROBLEMS.notAnOption;
  }
  if (isChosen || type === "text") {
    const problem = textProblem(value, MAX_LINE_LENGTH);
    if (problem !== undefined || validation === undefined || value === true) return problem;
    return isValidText(value.trim(), validation) ? undefined : INVALID_TEXT[validation];
  }
  return value === true ? undefined : PROBLEMS.notTrueOrFalse;
}

const INVALID_TEXT = {
  email: PROBLEMS.notEmail,
  number: PROBLEMS.notNumber,
  date: PROBLEMS.notDate,
  phone: PROBLEMS.notPhone,
  url: PROBLEMS.notUrl,
} as const;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

function textProblem(value: string | true, maxLength: number): string | undefined {
  if (value === true) return PROBLEMS.notText;
  if (!isStorableText(value)) return PROBLEMS.unstorable;
  if (Array.from(value).length > maxLength)
    return maxLength === MAX_LINE_LENGTH ? PROBLEMS.longLine : PROBLEMS.longText;
  const lines = value.trim().split(LINE_END).length;
  if (maxLength === MAX_LINE_LENGTH) return lines > 1 ? PROBLEMS.severalLines : undefined;
  return lines > MAX_LINES ? PROBLEMS.manyLines : undefined;
}

/** Texts must be legible in their box. Options are always allowed. */
function sizeProblem(field: EnvelopeField, value: string | true): string | undefined {
  if (value === true || field.options.length > 0) return undefined;
  return fitsLegibly(value.trim(), field) ? undefined : PROBLEMS.doesNotFit;
}

/** Whether a date is today in any time zone. */
function isToday(date: string, now: Timestamp): boolean {
  const midnight = DateTime.make(`${date}T00:00:00Z`);
  if (Option.isNone(midnight) || DateTime.formatIsoDateUtc(midnight.value) !== date) return false;
  const days = [-1, 0, 1].map((shift) =>
    DateTime.formatIsoDateUtc(DateTime.add(now, { days: shift })),
  );
  return days.includes(date);
}

/**
 * Sanitizes a submission before it is stored, so that the page, the document and the evidence show the same.
 * Texts are sanitized, texts without visible characters become empty, and names are on one line. Options
 * stay unchanged.
 *
 * @param fields The fields of the recipient.
 */
export function sanitizeSubmission(
  fields: ReadonlyArray<EnvelopeField>,
  submission: FinishSigning,
): FinishSigning {
  const { values, signature, initials, ...others } = submission;
  const withOptions = new Set(fields.filter(hasOptions).map(({ id }) => id));
  const entries = Object.entries(values).map(([id, value]) => [
    id,
    typeof value === "boolean" ? value : visible(withOptions.has(id) ? value : sanitizeText(value)),
  ]);
  return {
    ...others,
    ...(signature === undefined ? {} : { signature: cleanMark(signature) }),
    ...(initials === undefined ? {} : { initials: cleanMark(initials) }),
    values: Object.fromEntries(entries),
  };
}

function hasOptions({ type, options }: EnvelopeField): boolean {
  return (type === "dropdown" || type === "radio_buttons") && options.length > 0;
}

function visible(text: string): string {
  return isVisible(text) ? text : "";
}

function cleanMark(signature: AdoptedSignature): AdoptedSignature {
  if (signature.kind !== "typed") return signature;
  return { ...signature, text: sanitizeText(signature.text).replace(/\s+/gu, " ").trim() };
}
