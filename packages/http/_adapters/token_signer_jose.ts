import { type PublicJwk, type SessionClaims, TokenSigner } from "@paraph/core/embed";
import { EmbedSessionId, PublicUrls } from "@paraph/core/values";
import { DateTime, Effect, Layer, Redacted, Schema } from "effect";
import { SecureRandom } from "effect/crypto";
import type { CryptoKey } from "jose";
// Half of the modules that "jose" loads.
import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { importJWK } from "jose/key/import";

/** A private Ed25519 key as a JSON Web Key. */
export interface SigningJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly d: string;
  /** The key id in tokens; absent: its RFC 7638 thumbprint. */
  readonly kid?: string;
}

/** The only algorithm: the header of a token must not choose another one. */
const ALGORITHM = "EdDSA";

/** Maximum difference between the clocks of two nodes, in seconds. */
const LEEWAY = 30;

const VerifiedClaims = Schema.Struct({
  sub: EmbedSessionId,
  aud: Schema.Array(Schema.String),
  exp: Schema.Finite,
  nbf: Schema.Finite,
});
const decodeClaims = Schema.decodeUnknownEffect(VerifiedClaims);

/**
 * Signs session tokens with the first key and verifies them with any, so that keys can be rotated
 * while older tokens are valid.
 */
export const tokenSignerJose = (keys: Redacted.Redacted<ReadonlyArray<SigningJwk>>) =>
  Layer.effect(
    TokenSigner,
    Effect.gen(function* () {
      const { base: issuer } = yield* PublicUrls;
      const random = yield* SecureRandom.SecureRandom;
      const openKeys = yield* Effect.promise(() => Promise.all(Redacted.value(keys).map(openKey)));
      const [current] = openKeys;
      if (current === undefined) return yield* Effect.die("No signing key for session tokens");
      const byId = new Map(openKeys.map((key) => [key.publicJwk.kid, key.publicKey]));

      const sign = Effect.fn("TokenSigner.sign")(function* (claims: SessionClaims) {
        const { sessionId, origins, issuedAt, expiresAt, ...content } = claims;
        const jti = yield* random.uuidV4();
        const token = new SignJWT({ ...content })
          .setProtectedHeader({ alg: ALGORITHM, kid: current.publicJwk.kid, typ: "JWT" })
          .setIssuer(issuer)
          .setSubject(sessionId)
          .setAudience([...origins])
          .setIssuedAt(secondsOf(issuedAt))
          .setNotBefore(secondsOf(issuedAt))
          .setExpirationTime(secondsOf(expiresAt))
          .setJti(jti);
        return yield* Effect.promise(() => token.sign(current.privateKey));
      });

      const verify = Effect.fn("TokenSigner.verify")(function* (token: string) {
        const now = DateTime.toDateUtc(yield* DateTime.now);
        const options = { algorithms: [ALGORITHM], issuer, typ: "JWT", clockTolerance: LEEWAY };
        const payload = Effect.tryPromise(async () => {
          if (!isCanonical(token)) throw new Error("Not the canonical encoding");
          const keyOf = ({ kid }: { readonly kid?: string }) => {
            const key = byId.get(kid ?? "");
            if (key === undefined) throw new Error("Unknown key");
            return key;
          };
          return (await jwtVerify(token, keyOf, { ...options, currentDate: now })).payload;
        });
        return yield* payload.pipe(
          Effect.flatMap(decodeClaims),
          Effect.map(({ sub: sessionId, aud: origins }) => ({ sessionId, origins })),
          Effect.option,
        );
      });

      return TokenSigner.of({
        sign,
        verify,
        publicKeys: openKeys.map(({ publicJwk }) => publicJwk),
      });
    }),
  );

/** A signature has several base64url encodings. Only the canonical one is accepted. */
function isCanonical(token: string): boolean {
  return token
    .split(".")
    .every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

interface OpenKey {
  readonly publicJwk: PublicJwk;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

async function openKey({ kty, crv, x, d, kid }: SigningJwk): Promise<OpenKey> {
  const publicPart = { kty, crv, x };
  const publicJwk = {
    ...publicPart,
    kid: kid ?? (await calculateJwkThumbprint(publicPart)),
    alg: ALGORITHM,
    use: "sig",
  };
  const keyPair = await Promise.all([
    importJWK({ ...publicPart, d }, ALGORITHM),
    importJWK(publicPart, ALGORITHM),
  ]);
  const [privateKey, publicKey] = keyPair;
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) {
    throw new TypeError("Expected a key pair");
  }
  return { publicJwk, privateKey, publicKey };
}

function secondsOf(time: DateTime.Utc): number {
  return Math.floor(DateTime.toEpochMillis(time) / 1000);
}
