import {
  type AdoptedSignature,
  type Ceremony,
  type CeremonyField,
  sanitizeText,
  type DrawnSignature,
  type FinishSigning,
  type ImageSignature,
  isVisible,
  type SignatureFace,
  type TypedSignature,
} from "@paraph/core/builtin_provider";

/** How a recipient makes a signature. */
export type Means = "type" | "draw" | "upload";

/** The input of a recipient. */
export interface Draft {
  readonly name: string;
  /** The script font of a typed signature and of initials. */
  readonly face: SignatureFace;
  readonly drawing: DrawnSignature | null;
  readonly image: ImageSignature | null;
  readonly means: Means;
  /** The typed initials; if empty, those of the name are used. */
  readonly initials: string | null;
  readonly consent: boolean;
  /** By field id. Signatures, initials and optional dates are placed where it is `true`. */
  readonly values: Readonly<Record<string, string | boolean>>;
}

/**
 * The draft of a recipient who has not done anything. The name of the request is filled in, but not adopted,
 * and fields have the values of the request.
 */
export function emptyDraft({
  recipient,
  fields,
}: Pick<SigningTask, "recipient" | "fields">): Draft {
  return {
    name: recipient.name,
    face: "caveat",
    drawing: null,
    image: null,
    means: "type",
    initials: null,
    consent: false,
    values: Object.fromEntries(
      fields.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value] as const])),
    ),
  };
}

/** The parts of a ceremony that these rules need. */
export type SigningTask = Pick<Ceremony, "fields" | "recipient" | "consent">;

/** Returns the signature that the recipient has made, if there is one. */
export function signatureOf({
  means,
  drawing,
  image,
  name,
  face,
}: Draft): AdoptedSignature | undefined {
  if (means === "draw") return drawing ?? undefined;
  if (means === "upload") return image ?? undefined;
  return typedSignature(name, face);
}

/** Returns the initials; a signature has initials by default. */
export function initialsOf(draft: Draft, { recipient }: SigningTask): AdoptedSignature | undefined {
  if (draft.initials !== null) return typedSignature(draft.initials, draft.face);
  if (signatureOf(draft) === undefined) return undefined;
  const name = draft.means === "type" ? draft.name : recipient.name;
  return typedSignature(initialsFrom(name), draft.face);
}

/** Returns the signature or the initials for a field. */
export function markFor(
  { type }: Pick<CeremonyField, "type">,
  draft: Draft,
  task: SigningTask,
): AdoptedSignature | undefined {
  return type === "initial" ? initialsOf(draft, task) : signatureOf(draft);
}

/** Whether a field takes a signature or initials. */
export function isMarkField({ type }: Pick<CeremonyField, "type">): boolean {
  return type === "signature" || type === "initial";
}

/**
 * Returns values in which the required fields of some types have their marks. Optional fields are an offer of
 * their own, so they are never filled in with others.
 */
export function placeInAll(
  { fields }: Pick<SigningTask, "fields">,
  values: Draft["values"],
  types: ReadonlyArray<CeremonyField["type"]> = ["signature", "initial"],
): Draft["values"] {
  const placed = fields.filter(({ type, required }) => required && types.includes(type));
  return { ...values, ...Object.fromEntries(placed.map(({ id }) => [id, true])) };
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

/** Returns a text as a signature in a script font, if it is visible. */
export function typedSignature(text: string, face: SignatureFace): TypedSignature | undefined {
  const clean = sanitizeText(text).trim();
  return isVisible(clean) ? { kind: "typed", text: clean, face } : undefined;
}

/** Whether a field is filled in. Required dates are filled in automatically. */
export function isFilled(field: CeremonyField, draft: Draft, task: SigningTask): boolean {
  const value = draft.values[field.id];
  switch (field.type) {
    case "signature":
    case "initial":
      return value === true && markFor(field, draft, task) !== undefined;
    case "date":
      return field.required || value === true;
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

/** How many of the required fields are not filled in. */
export interface Progress {
  readonly left: number;
  readonly count: number;
}

/** Returns the progress of the required fields. */
export function progressOf(draft: Draft, task: SigningTask): Progress {
  const count = task.fields.filter((field) => field.required).length;
  return { left: missingFields(draft, task).length, count };
}

/**
 * Returns the request that finishes signing.
 *
 * @param today The recipient's local date, such as `2026-12-24`, how the document shows it, and the time zone.
 */
export function toFinishRequest(
  draft: Draft,
  task: SigningTask,
  today: Pick<FinishSigning, "date" | "dateFormat" | "timeZone">,
): FinishSigning {
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
  return {
    consent: task.consent.sha256,
    ...(signature !== undefined && has("signature") ? { signature } : {}),
    ...(initials !== undefined && has("initial") ? { initials } : {}),
    ...today,
    values,
  };
}

/** Returns the local date. */
export function toLocalDate(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
