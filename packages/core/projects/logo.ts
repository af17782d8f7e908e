import { Base64 } from "effect/encoding";

/** The media types of logos. */
export const LOGO_TYPES = ["image/png", "image/jpeg", "image/svg+xml"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** A logo that was checked. */
export interface Logo {
  readonly type: LogoType;
  readonly bytes: Uint8Array;
}

/** The reference of a project to its logo. Another logo has another id, so that caches may store it. */
export interface LogoRef {
  readonly id: string;
  readonly type: LogoType;
}

/** The maximum size of a logo. */
export const MAX_LOGO_BYTES = 256 * 1024;

/** A percent-encoded byte has three characters; the rest is the head of the URI. */
export const MAX_LOGO_TEXT = MAX_LOGO_BYTES * 3 + 100;

/** The `data:` URI of a logo. */
export function logoDataUri({ type, bytes }: Logo): string {
  return `data:${type};base64,${Base64.encode(bytes)}`;
}
