import { createHash, createPrivateKey, createPublicKey } from "node:crypto";

import { Predicate, Result } from "effect";

/** A private Ed25519 key as a JSON Web Key. */
export interface SigningJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly d: string;
  readonly kid?: string;
}

const ALLOWED_KEYS =
  "allowed: a private Ed25519 key as a JSON Web Key, or a JSON array of them; the first signs";

/** Half of a key: 32 bytes as base64url. */
const HALF = /^[A-Za-z0-9_-]{43}$/;
const KEY_ID = /^[\x21-\x7e]{1,200}$/;

/** Parses one key or several with distinct ids. Errors never contain the text. */
export function parseSigningJwks(text: string): Result.Result<ReadonlyArray<SigningJwk>, string> {
  const json = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)));
  const candidates: ReadonlyArray<unknown> = Array.isArray(json) ? json : [json];
  const keys = candidates.map(readKey).filter((key) => key !== undefined);
  if (keys.length === 0 || keys.length !== candidates.length) return Result.fail(ALLOWED_KEYS);
  const names = new Set(keys.map((key) => key.kid ?? thumbprint(key)));
  return names.size === keys.length
    ? Result.succeed(keys)
    : Result.fail("allowed: keys with distinct kids");
}

function readKey(candidate: unknown): SigningJwk | undefined {
  if (!Predicate.isObject(candidate)) return undefined;
  const { kty, crv, x, d, kid } = candidate;
  if (kty !== "OKP" || crv !== "Ed25519" || !isHalf(x) || !isHalf(d)) return undefined;
  if (kid !== undefined && !(Predicate.isString(kid) && KEY_ID.test(kid))) return undefined;
  const key = { kty, crv, x, d } as const;
  if (publicHalf(key) !== x) return undefined;
  return kid === undefined ? key : { ...key, kid };
}

/** The id of a key without a `kid`: its thumbprint (RFC 7638). */
function thumbprint({ crv, kty, x }: SigningJwk): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
}

function isHalf(value: unknown): value is string {
  return Predicate.isString(value) && HALF.test(value);
}

/** Derives the public key from the private key of a JWK. */
function publicHalf({ kty, crv, x, d }: SigningJwk): string | undefined {
  const publicKey = Result.try(() => {
    const key = createPrivateKey({ key: { kty, crv, x, d }, format: "jwk" });
    return createPublicKey(key).export({ format: "jwk" }).x;
  });
  return Result.getOrUndefined(publicKey);
}
