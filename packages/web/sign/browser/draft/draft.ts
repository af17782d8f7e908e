import {
  type AdoptedSignature,
  type Ceremony,
  type CeremonyField,
  sanitizeText,
  type DrawnSignature,
  type FinishSigning,
  isVisible,
} from "@paraph/core/signing";

/** What a recipient has put in so far. */
export interface Draft {
  readonly name: string;
  readonly drawing: DrawnSignature | null;
  /** Whether they sign by hand rather than by name. */
  readonly isDrawn: boolean;
  /** Initials that they have written; as long as they have not, those of their name. */
  readonly initials: string | null;
  readonly consent: boolean;
  /** By id of the field. Signatures, initials and dates are put where it says `true`. */
  readonly values: Readonly<Record<string, string | boolean>>;
}

/** What everybody begins with. */
export const NOTHING: Draft = {
  name: "",
  drawing: null,
  isDrawn: false,
  initials: null,
  consent: false,
  values: {},
};

/** A recipient and the fields that are theirs: what the rules here need of a ceremony. */
export type Asked = Pick<Ceremony, "fields" | "recipient" | "consent">;

/** What somebody has adopted as their signature, if they have. */
export function signatureOf({ isDrawn, drawing, name }: Draft): AdoptedSignature | undefined {
  if (isDrawn) return drawing ?? undefined;
  return typed(name);
}

/** What somebody has adopted as their initials; once there is a signature there are some. */
export function initialsOf(draft: Draft, { recipient }: Asked): AdoptedSignature | undefined {
  if (draft.initials !== null) return typed(draft.initials);
  if (signatureOf(draft) === undefined) return undefined;
  return typed(initialsFrom(draft.isDrawn ? recipient.name : draft.name));
}

/**
 * The first letter of each name.
 */
export function initialsFrom(name: string): string {
  const names = sanitizeText(name).trim().split(/\s+/u);
  return names
    .map((each) => Array.from(each)[0] ?? "")
    .join("")
    .slice(0, 20);
}

function typed(text: string): AdoptedSignature | undefined {
  const clean = sanitizeText(text).trim();
  return isVisible(clean) ? { kind: "typed", text: clean } : undefined;
}

/** Whether a field is filled in. Required signatures, initials and dates are put by themselves. */
export function isFilled(field: CeremonyField, draft: Draft, asked: Asked): boolean {
  const value = draft.values[field.id];
  const isPut = field.required || value === true;
  switch (field.type) {
    case "signature":
      return isPut && signatureOf(draft) !== undefined;
    case "initial":
      return isPut && initialsOf(draft, asked) !== undefined;
    case "date":
      return isPut;
    case "checkbox":
      return value === true;
    default:
      return typeof value === "string" && isVisible(value);
  }
}

/** The required fields that are still open, in the order of the document. */
export function missingFields(draft: Draft, asked: Asked): ReadonlyArray<CeremonyField> {
  return asked.fields.filter((field) => field.required && !isFilled(field, draft, asked));
}

/** How far somebody has come, in words. */
export function progressOf(draft: Draft, asked: Asked): string {
  const required = asked.fields.filter((field) => field.required).length;
  if (required === 0) return draft.consent ? "Ready to finish" : "Nothing has to be filled in";
  const done = required - missingFields(draft, asked).length;
  return `${done} of ${required} required ${required === 1 ? "field" : "fields"}`;
}

/**
 * What is handed in.
 *
 * @param date The day where the recipient is, such as `2026-12-24`.
 */
export function handIn(draft: Draft, asked: Asked, date: string): FinishSigning {
  const filled = asked.fields.filter((field) => isFilled(field, draft, asked));
  const values = Object.fromEntries(
    filled.map(({ id, options }) => {
      const value = draft.values[id];
      if (typeof value !== "string") return [id, true] as const;
      return [id, options.length > 0 ? value : value.trim()] as const;
    }),
  );
  const has = (type: CeremonyField["type"]) => filled.some((field) => field.type === type);
  const signature = signatureOf(draft);
  const initials = initialsOf(draft, asked);
  // Who has no place to sign may leave their name all the same.
  const isNamed = has("signature") || !asked.fields.some(({ type }) => type === "signature");
  return {
    consent: asked.consent.sha256,
    ...(signature !== undefined && isNamed ? { signature } : {}),
    ...(initials !== undefined && has("initial") ? { initials } : {}),
    date,
    values,
  };
}

/** The day as a calendar here has it. */
export function dayOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
