import type { ImageSignature } from "@paraph/core/builtin_provider";

import { FACES } from "../signature/glyph_runs.ts";
import { isDrawing } from "../signature/strokes.ts";
import { type SigningTask, type Draft, emptyDraft, type Means } from "./draft.ts";

/** The owner of a draft. */
type Owner = SigningTask & { readonly requestId: string };

/** Returns the draft in the tab's storage, as far as it fits the fields. */
export function loadDraft(owner: Owner): Draft {
  try {
    const json: unknown = JSON.parse(sessionStorage.getItem(nameOf(owner)) ?? "{}");
    return isRecord(json) ? parseDraft(json, owner) : emptyDraft(owner);
  } catch {
    return emptyDraft(owner); // Storage is off, or something else has written there.
  }
}

/** Saves a draft in the tab's storage. */
export function saveDraft(owner: Owner, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(owner), JSON.stringify(draft));
  } catch {
    // Storage is off or full: the draft does not survive a reload.
  }
}

/** Removes the saved draft. */
export function deleteDraft(owner: Owner): void {
  try {
    sessionStorage.removeItem(nameOf(owner));
  } catch {
    // Storage is off, so nothing was saved.
  }
}

function nameOf({ requestId, recipient }: Owner): string {
  return `paraph:${requestId}:${recipient.email}`;
}

function parseDraft(json: Readonly<Record<string, unknown>>, owner: Owner): Draft {
  const { fields } = owner;
  const { name, face, drawing, image, means, initials, consent, values } = json;
  const savedValues = isRecord(values) ? values : emptyDraft(owner).values;
  const entries = fields.flatMap(({ id }) => {
    const value = savedValues[id];
    return typeof value === "string" || typeof value === "boolean" ? [[id, value] as const] : [];
  });
  return {
    name: typeof name === "string" ? name : emptyDraft(owner).name,
    face: FACES.find((each) => each === face) ?? "caveat",
    drawing: isDrawing(drawing) ? drawing : null,
    image: isImage(image) ? image : null,
    means: MEANS.find((each) => each === means) ?? "type",
    initials: typeof initials === "string" ? initials : null,
    consent: consent === true,
    values: Object.fromEntries(entries),
  };
}

const MEANS: ReadonlyArray<Means> = ["type", "draw", "upload"];

function isImage(value: unknown): value is ImageSignature {
  return isRecord(value) && value["kind"] === "image" && typeof value["data"] === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
