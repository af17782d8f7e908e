import {
  type AdoptedSignature,
  type Ceremony,
  type CeremonyField,
  sanitizeText,
  type DrawnSignature,
  type FinishSigning,
  isVisible,
} from "@paraph/core/builtin_provider";

/** The input of a recipient. */
export interface Draft {
  readonly name: string;
  readonly drawing: DrawnSignature | null;
  /** Whether the signature is drawn instead of typed. */
  readonly isDrawn: boolean;
  /** The typed initials; if empty, those of the name are used. */
  readonly initials: string | null;
  readonly consent: boolean;
  /** By field id. Signatures, initials and dates are placed where it is `true`. */
  readonly values: Readonly<Record<string, string | boolean>>;
}

/** The empty draft. */
export const EMPTY_DRAFT: Draft = {
  name: "",
  drawing: null,
  isDrawn: false,
  initials: null,
  consent: false,
  values: {},
};

/** The parts of a ceremony that these rules need. */
export type SigningTask = Pick<Ceremony, "fields" | "recipient" | "consent">;

/** Returns the adopted signature, if there is one. */
export function signatureOf({ isDrawn, drawing, name }: Draft): AdoptedSignature | undefined {
  if (isDrawn) return drawing ?? undefined;
  return typedSignature(name);
}

/** Returns the adopted initials; a signature has initials by default. */
export function initialsOf(draft: Draft, { recipient }: SigningTask): AdoptedSignature | undefined {
  if (draft.initials !== null) return typedSignature(draft.initials);
  if (signatureOf(draft) === undefined) return undefined;
  return typedSignature(initialsFrom(draft.isDrawn ? recipient.name : draft.name));
}

/**
 * Returns the first letter of each name.
 */
export function initialsFrom(name: string): string {
  const names = sanitizeText(name).trim().split(/\s+/u);
  return names
    .map((each) => Array.from(each)[0] ?? "")
    .join("")
    .slice(0, 20);
}

function typedSignature(text: string): AdoptedSignature | undefined {
  const clean = sanitizeText(text).trim();
  return isVisible(clean) ? { kind: "typed", text: clean } : undefined;
}

/** Whether a field is filled in. Required signatures, initials and dates are placed automatically. */
export function isFilled(field: CeremonyField, draft: Draft, task: SigningTask): boolean {
  const value = draft.values[field.id];
  const isPut = field.required || value === true;
  switch (field.type) {
    case "signature":
      return isPut && signatureOf(draft) !== undefined;
    case "initial":
      return isPut && initialsOf(draft, task) !== undefined;
    case "date":
      return isPut;
    case "checkbox":
      return value === true;
    default:
      return typeof value === "string" && isVisible(value);
  }
}

/** Returns the required fields without a value, in the order of the document. */
export function missingFields(draft: Draft, task: SigningTask): ReadonlyArray<CeremonyField> {
  return task.fields.filter((field) => field.required && !isFilled(field, draft, task));
}

/** How many of the required fields are filled in. */
export interface Progress {
  readonly filledCount: number;
  readonly count: number;
}

/** Returns the progress of the required fields. */
export function progressOf(draft: Draft, task: SigningTask): Progress {
  const count = task.fields.filter((field) => field.required).length;
  return { filledCount: count - missingFields(draft, task).length, count };
}

/**
 * Returns the request that finishes signing.
 *
 * @param date The recipient's local date, such as `2026-12-24`.
 */
export function toFinishRequest(draft: Draft, task: SigningTask, date: string): FinishSigning {
  const filledFields = task.fields.filter((field) => isFilled(field, draft, task));
  const values = Object.fromEntries(
    filledFields.map(({ id, options }) => {
      const value = draft.values[id];
      if (typeof value !== "string") return [id, true] as const;
      return [id, options.length > 0 ? value : value.trim()] as const;
    }),
  );
  const has = (type: CeremonyField["type"]) => filledFields.some((field) => field.type === type);
  const signature = signatureOf(draft);
  const initials = initialsOf(draft, task);
  // A recipient without signature fields may still adopt a name.
  const isNamed = has("signature") || !task.fields.some(({ type }) => type === "signature");
  return {
    consent: task.consent.sha256,
    ...(signature !== undefined && isNamed ? { signature } : {}),
    ...(initials !== undefined && has("initial") ? { initials } : {}),
    date,
    values,
  };
}

/** Returns the local date. */
export function toLocalDate(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
