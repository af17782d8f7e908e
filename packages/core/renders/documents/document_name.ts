import type { RenderId } from "../../values/mod.ts";

/** The name of a render's document in the asset store. */
export function documentName(id: RenderId): string {
  return `renders/${id}.pdf`;
}
