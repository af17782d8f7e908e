/** A text that is not empty; undefined for everything else. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A text; empty for everything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A list; empty for everything else. */
export function listOf(value: unknown): ReadonlyArray<unknown> {
  return Array.isArray(value) ? value : [];
}

/** A number; a default for everything else. */
export function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) ? value : otherwise;
}
