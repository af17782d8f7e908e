import { type PublicJwk, type SessionClaims, TokenSigner } from "@paraph/core/embed";
import { EmbedSessionId, PublicUrls } from "@paraph/core/values";
import { DateTime, Effect, Layer, Redacted, Schema } from "effect";
import { SecureRandom } from "effect/crypto";
import { calculateJwkThumbprint, type CryptoKey, importJWK, jwtVerify, SignJWT } from "jose";

/** A private Ed25519 key as a JSON Web Key. */
export interface SigningJwk {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly d: string;
  /** What tokens name it by; absent: its RFC 7638 thumbprint. */
  readonly kid?: string;
}

/** The one algorithm there is: a token never says how it is to be verified. */
const ALGORITHM = "EdDSA";

/** How far the clocks of two nodes may be apart, in seconds. */
const LEEWAY = 30;

const Verified = Schema.Struct({
  sub: EmbedSessionId,
  aud: Schema.Array(Schema.String),
  exp: Schema.Finite,
  nbf: Schema.Finite,
});
const decodeVerified = Schema.decodeUnknownEffect(Verified);

/**
 * Signs session tokens with the first of some keys and verifies them with any, so that keys can be
 * replaced while tokens of the former one are about.
 */
export const tokenSignerJose = (keys: Redacted.Redacted<ReadonlyArray<SigningJwk>>) =>
  Layer.effect(
    TokenSigner,
    Effect.gen(function* () {
      const { base: issuer } = yield* PublicUrls;
      const random = yield* SecureRandom.SecureRandom;
      const known = yield* Effect.promise(() => Promise.all(Redacted.value(keys).map(openKey)));
      const [current] = known;
      if (current === undefined) return yield* Effect.die("No key signs session tokens");
      const byId = new Map(known.map((key) => [key.shown.kid, key.toVerify]));

      const sign = Effect.fn("TokenSigner.sign")(function* (claims: SessionClaims) {
        const { sessionId, origins, issuedAt, expiresAt, ...about } = claims;
        const jti = yield* random.uuidV4();
        const token = new SignJWT({ ...about })
          .setProtectedHeader({ alg: ALGORITHM, kid: current.shown.kid, typ: "JWT" })
          .setIssuer(issuer)
          .setSubject(sessionId)
          .setAudience([...origins])
          .setIssuedAt(secondsOf(issuedAt))
          .setNotBefore(secondsOf(issuedAt))
          .setExpirationTime(secondsOf(expiresAt))
          .setJti(jti);
        return yield* Effect.promise(() => token.sign(current.toSign));
      });

      const verify = Effect.fn("TokenSigner.verify")(function* (token: string) {
        const now = DateTime.toDateUtc(yield* DateTime.now);
        const options = { algorithms: [ALGORITHM], issuer, typ: "JWT", clockTolerance: LEEWAY };
        const payload = Effect.tryPromise(async () => {
          if (!isCanonical(token)) throw new Error("Written as we never do");
          const keyOf = ({ kid }: { readonly kid?: string }) => {
            const key = byId.get(kid ?? "");
            if (key === undefined) throw new Error("Signed with a key that is not ours");
            return key;
          };
          return (await jwtVerify(token, keyOf, { ...options, currentDate: now })).payload;
        });
        return yield* payload.pipe(
          Effect.flatMap(decodeVerified),
          Effect.map(({ sub: sessionId, aud: origins }) => ({ sessionId, origins })),
          Effect.option,
        );
      });

      return TokenSigner.of({ sign, verify, publicKeys: known.map(({ shown }) => shown) });
    }),
  );

/** The same signature can be written in several ways, of which ours is one. */
function isCanonical(token: string): boolean {
  return token
    .split(".")
    .every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

interface OpenKey {
  readonly shown: PublicJwk;
  readonly toSign: CryptoKey;
  readonly toVerify: CryptoKey;
}

async function openKey({ kty, crv, x, d, kid }: SigningJwk): Promise<OpenKey> {
  const open = { kty, crv, x };
  const shown = {
    ...open,
    kid: kid ?? (await calculateJwkThumbprint(open)),
    alg: ALGORITHM,
    use: "sig",
  };
  const imported = await Promise.all([
    importJWK({ ...open, d }, ALGORITHM),
    importJWK(open, ALGORITHM),
  ]);
  const [toSign, toVerify] = imported;
  if (toSign instanceof Uint8Array || toVerify instanceof Uint8Array) {
    throw new TypeError("Expected a key pair");
  }
  return { shown, toSign, toVerify };
}

function secondsOf(moment: DateTime.Utc): number {
  return Math.floor(DateTime.toEpochMillis(moment) / 1000);
}
