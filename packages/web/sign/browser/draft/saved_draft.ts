import { isStrokes } from "../signature/strokes.ts";
import { type Asked, type Draft, NOTHING } from "./draft.ts";

/** Whose draft it is. */
type Owner = Asked & { readonly requestId: string };

/** What the browser has kept of a draft, as far as it makes sense; it goes with its tab. */
export function keptDraft(owner: Owner): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(owner)) ?? "{}");
    return isRecord(kept) ? draftFrom(kept, owner) : NOTHING;
  } catch {
    return NOTHING; // Storage is off, or something else has written there.
  }
}

/** Keeps a draft until its tab is closed. */
export function keepDraft(owner: Owner, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(owner), JSON.stringify(draft));
  } catch {
    // Storage is off or full: then nothing survives, which is no reason to stop.
  }
}

/** Leaves nothing behind. */
export function forgetDraft(owner: Owner): void {
  try {
    sessionStorage.removeItem(nameOf(owner));
  } catch {
    // Nothing was kept.
  }
}

function nameOf({ requestId, recipient }: Owner): string {
  return `paraph:${requestId}:${recipient.email}`;
}

function draftFrom(kept: Readonly<Record<string, unknown>>, { fields }: Owner): Draft {
  const { name, drawing, isDrawn, initials, consent, values } = kept;
  const filled = isRecord(values) ? values : {};
  const entries = fields.flatMap(({ id }) => {
    const value = filled[id];
    return typeof value === "string" || typeof value === "boolean" ? [[id, value] as const] : [];
  });
  return {
    name: typeof name === "string" ? name : "",
    drawing: isStrokes(drawing) ? drawing : null,
    isDrawn: isDrawn === true,
    initials: typeof initials === "string" ? initials : null,
    consent: consent === true,
    values: Object.fromEntries(entries),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
