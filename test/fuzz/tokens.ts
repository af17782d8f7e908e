/** Tokens that give access or prove something, and the texts that may be accepted: only themselves. */
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { isIP } from "node:net";

import { originOf } from "@paraph/core/admin";
import { isInPersonToken, isSigningToken } from "@paraph/core/builtin_provider";
import { isRenewToken, TokenSigner } from "@paraph/core/embed";
import { isKeyText } from "@paraph/core/keys";
import { isShareToken } from "@paraph/core/shares";
import { spanOf } from "@paraph/core/telemetry";
import { idBound, PublicUrls } from "@paraph/core/values";
import { signedHeaders, verifyDelivery } from "@paraph/core/webhooks";
import { DateTime, Effect, Layer, Option, Redacted, Result } from "effect";
import { Mac, SecureRandom } from "effect/crypto";

import { tokenSignerJose } from "../../packages/http/_adapters/token_signer_jose.ts";
import { sourceIp } from "../../packages/http/_limits/trust_proxy.ts";
import { callingPage } from "../../packages/http/_wire/request/calling_page.ts";
import { clientRequestId } from "../../packages/http/_wire/request/request_id.ts";
import { isSameOrigin } from "../../packages/http/_wire/request/same_origin.ts";
import { readDocumensoCallback } from "../../packages/integrations/providers/documenso/documenso_callback.ts";
import { readFirmaCallback } from "../../packages/integrations/providers/firma/firma_callback.ts";
import { isFirmaSignature } from "../../packages/integrations/providers/firma/firma_callback.ts";

/** A valid text that clients send, and a check of the handling of another one. */
export interface Token {
  readonly right: string;
  /** Known attacks other than damage. */
  readonly forgeries?: ReadonlyArray<string>;
  readonly problem: (text: string) => Effect.Effect<string | undefined>;
}

const BASE = "https://paraph.test";
const SECRET = createHash("sha256").update("secret").digest("base64url");
const NOW = 1_800_000_000;
const ID = "01900000-0000-7000-8000-000000000001";

/** A text that is accepted only in its valid form. */
const only = (
  right: string,
  isAccepted: (text: string) => Effect.Effect<boolean>,
  normalize: (text: string) => string = (text) => text,
): Token => ({
  right,
  problem: (text) =>
    Effect.map(isAccepted(text), (wasAccepted) => {
      if (wasAccepted)
        return normalize(text) === normalize(right) ? undefined : "was taken for the right one";
      return text === right ? "was not taken" : undefined;
    }),
});

const checkSync = (isAccepted: (text: string) => boolean) => (text: string) =>
  Effect.sync(() => isAccepted(text));

/** A text that may be anything, as long as the result is valid. */
const sound = (right: string, problem: (text: string) => string | undefined): Token => ({
  right,
  problem: (text) => Effect.sync(() => problem(text)),
});

const keyPair = (seed: string) => {
  const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");
  const bytes = createHash("sha256").update(seed).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8, bytes]),
    format: "der",
    type: "pkcs8",
  });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return { privateKey, x, d: bytes.toString("base64url") };
};

const OURS = keyPair("ours");
const THEIRS = keyPair("theirs");
const JWK = { kty: "OKP", crv: "Ed25519", x: OURS.x, d: OURS.d, kid: "ours" } as const;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = { alg: "EdDSA", kid: "ours", typ: "JWT" };
const CLAIMS = { iss: BASE, sub: ID, aud: ["https://a.example"], iat: NOW, nbf: 0, exp: 9e9 };
const signJwt = ({ privateKey }: typeof OURS, header: object, claims: object = CLAIMS) => {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
};
const signHmac = (header: object, key: string | Buffer) => {
  const text = `${part(header)}.${part(CLAIMS)}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
};
const SESSION = signJwt(OURS, HEADER);
const [, PAYLOAD = "", SIGNATURE = ""] = SESSION.split(".");
const spki = createPublicKey(OURS.privateKey).export({ format: "der", type: "spki" });

/** Forged JWTs that other readers are known to accept. */
const FORGED_SESSIONS = [
  ...["none", "None", "NONE", "nOnE", ""].map((alg) => `${part({ ...HEADER, alg })}.${PAYLOAD}.`),
  ...["HS256", "RS256", "ES256", "PS256", "Ed25519", "EdDSA "].map(
    (alg) => `${part({ ...HEADER, alg })}.${PAYLOAD}.${SIGNATURE}`,
  ),
  ...[OURS.x, Buffer.from(OURS.x, "base64url"), spki, "", JSON.stringify(JWK)].map((key) =>
    signHmac({ ...HEADER, alg: "HS256" }, key),
  ),
  ...["theirs", "__proto__", "constructor", "../ours", "ours\0", "OURS", null, 0, ["ours"]].map(
    (kid) => signJwt(THEIRS, { ...HEADER, kid }),
  ),
  signJwt(THEIRS, HEADER),
  signJwt(THEIRS, { ...HEADER, jwk: { kty: "OKP", crv: "Ed25519", x: THEIRS.x } }),
  signJwt(THEIRS, { ...HEADER, jku: "https://evil.example/jwks.json", x5u: "http://127.0.0.1/" }),
  // Valid signatures, but for other purposes.
  ...[{ crit: ["b64"], b64: false }, { crit: ["x"], x: 1 }, { typ: "at+jwt" }].map((more) =>
    signJwt(OURS, { ...HEADER, ...more }),
  ),
  ...[
    { iss: "https://evil.example" },
    { iss: [BASE] },
    { exp: NOW - 1e6, nbf: NOW - 2e6 },
    { exp: "9000000000" },
    { exp: null },
    { nbf: 89e8 },
    { sub: "x" },
    { sub: [ID] },
    { aud: { 0: "https://a.example" } },
    { aud: [1] },
    { aud: undefined },
    { sub: undefined },
  ].map((more) => signJwt(OURS, HEADER, { ...CLAIMS, ...more })),
  // The same bits in other notations.
  ...["=", "==", "\n", " ", "A"].map((more) => SESSION + more),
  SESSION.replaceAll("-", "+").replaceAll("_", "/"),
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    .split("")
    .map((last) => SESSION.slice(0, -1) + last),
  JSON.stringify({
    payload: PAYLOAD,
    signatures: [{ protected: part(HEADER), signature: SIGNATURE }],
  }),
  `.${SESSION}`,
  `${SESSION}.`,
  `${SESSION}.${SESSION}`,
  "..",
  "....",
  ".".repeat(100_000),
].filter((text) => text !== SESSION);

const { verify } = await Effect.runPromise(
  Effect.provide(
    TokenSigner,
    tokenSignerJose(Redacted.make([JWK])).pipe(
      Layer.provide(Layer.succeed(PublicUrls, { base: BASE, share: BASE, embed: `${BASE}/embed` })),
      Layer.provide(SecureRandom.layerWebCrypto),
    ),
  ),
);

const BODY = JSON.stringify({
  id: "evt_1",
  type: "signing_request.recipient.signed",
  created_at: "2027-01-15T08:00:00Z",
  data: { signing_request: { id: "req_1" }, recipient: { id: "rec_1" } },
});
const ENVELOPE = JSON.stringify({ event: "DOCUMENT_SIGNED", payload: { envelopeId: "env_1" } });
const bytes = (text: string) => new TextEncoder().encode(text);
const hmac = createHmac("sha256", SECRET).update(`${NOW}.${BODY}`).digest("hex");
const firma = { secrets: [Redacted.make(SECRET)], nowSeconds: NOW };

const MAC = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto));
const DELIVERY_BODY = JSON.stringify({
  id: ID,
  type: "render.queued",
  timestamp: "2027-01-15T08:00:00.000Z",
  projectId: ID,
  data: {},
});
const WEBHOOK = `whsec_${createHash("sha256").update("webhook").digest("base64")}`;
const DELIVERY_TIME = DateTime.makeUnsafe(NOW * 1000);
const DELIVERY: Readonly<Record<string, string>> = await Effect.runPromise(
  Effect.provide(
    signedHeaders({ id: ID, text: DELIVERY_BODY, secrets: [WEBHOOK] }, DELIVERY_TIME),
    MAC,
  ),
);
const isAcceptedDelivery = (name: string) => (text: string) => {
  const headers: Readonly<Record<string, string>> = { ...DELIVERY, [name]: text };
  const request = {
    body: DELIVERY_BODY,
    header: (each: string) => headers[each],
    secrets: [WEBHOOK],
  };
  return verifyDelivery(request, DELIVERY_TIME).pipe(
    Effect.match({ onFailure: () => false, onSuccess: () => true }),
    Effect.provide(MAC),
  );
};

const REMOTE = "10.0.0.1";
const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

/** Everything that gives access, proves something or names an origin, by its name. */
export const TOKENS: Readonly<Record<string, Token>> = {
  projectKey: sound(`svc_test_${SECRET}`, (text) => {
    const isWell = /^svc_test_[\w-]{43}$/.test(text) && !text.includes("\n");
    return isKeyText(text, "project", "test") === isWell ? undefined : "was read as another key";
  }),
  shareToken: prefixedToken("shr_", isShareToken),
  signingToken: prefixedToken("sgn_", isSigningToken),
  inPersonToken: prefixedToken("inp_", isInPersonToken),
  renewToken: prefixedToken("ert_", isRenewToken),
  session: {
    ...only(SESSION, (text) => Effect.map(verify(text), Option.isSome)),
    forgeries: FORGED_SESSIONS,
  },
  firmaSignature: {
    ...only(
      `t=${NOW},v1=${hmac}`,
      checkSync((text) => isFirmaSignature({ "x-firma-signature": text }, bytes(BODY), firma)),
      (text) => text.toLowerCase().replaceAll(/\s/gu, ""),
    ),
    forgeries: [`t=${NOW},v1=`, `t=${NOW},v1=${hmac},v1=${hmac}`, `t=0${NOW},v1=${hmac}`],
  },
  firmaBody: sound(BODY, (text) => quietly(() => readFirmaCallback(bytes(text)))),
  documensoSecret: only(
    SECRET,
    checkSync((text) =>
      Result.isSuccess(
        readDocumensoCallback(
          { "x-documenso-secret": text },
          bytes(ENVELOPE),
          Redacted.make(SECRET),
        ),
      ),
    ),
  ),
  documensoBody: sound(ENVELOPE, (text) =>
    quietly(() =>
      readDocumensoCallback({ "x-documenso-secret": SECRET }, bytes(text), Redacted.make(SECRET)),
    ),
  ),
  deliverySignature: {
    ...only(DELIVERY["webhook-signature"] ?? "", isAcceptedDelivery("webhook-signature")),
    problem: (text) =>
      Effect.map(isAcceptedDelivery("webhook-signature")(text), (wasAccepted) =>
        // One of several sent signatures has to be valid.
        wasAccepted === text.split(" ").includes(DELIVERY["webhook-signature"] ?? "")
          ? undefined
          : `was ${wasAccepted ? "" : "not "}taken`,
      ),
    forgeries: ["v1,", "v1,=", "v1a,AAAA", "v1,AAAA ".repeat(20_000)],
  },
  deliveryTime: only(DELIVERY["webhook-timestamp"] ?? "", isAcceptedDelivery("webhook-timestamp")),
  deliveryId: only(DELIVERY["webhook-id"] ?? "", isAcceptedDelivery("webhook-id")),
  cursor: sound("2026-01-01T00:00:00.00012345678901234567890Z", (text) => {
    const id = idBound(text);
    if (id === undefined) return undefined;
    return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
      ? undefined
      : `led to ${id}`;
  }),
  traceparent: sound(TRACE, (text) => {
    const span = spanOf(text);
    const isWell = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(text) && text.length === 55;
    if (span === undefined) return text === TRACE ? "was not taken" : undefined;
    return isWell && text.includes(span.traceId) && /[1-9a-f]/.test(span.spanId)
      ? undefined
      : "was taken for a trace";
  }),
  requestId: sound("req-1", (text) => {
    const id = clientRequestId(Object.assign(Object.create(null), { "x-request-id": text }));
    return id === undefined || /^[!-~]{1,128}$/.test(id) ? undefined : "was passed on";
  }),
  forwardedFor: sound("192.0.2.1, 198.51.100.7", (text) => {
    const [withoutProxy, withProxy] = [
      sourceIp(undefined, REMOTE, text),
      sourceIp({ hops: 1 }, REMOTE, text),
    ];
    if (withoutProxy !== REMOTE) return "was believed";
    if (withProxy === undefined || isIP(withProxy) === 0) return `led to ${withProxy}`;
    const last = text.split(",").at(-1) ?? "";
    // A proxy adds one address; entries before it may be forged.
    return withProxy === REMOTE || last.includes(withProxy) || isIP(withProxy) === 6
      ? undefined
      : `led to ${withProxy}`;
  }),
  origin: sound("https://app.example.com:8443", (text) => {
    const origin = originOf(text);
    if (origin !== undefined && URL.parse(origin)?.origin !== origin) return `became ${origin}`;
    const page = callingPage({ headers: { origin: text } }, new Set([BASE]));
    if (page.kind === "own" && text !== BASE) return "was taken for our own";
    const request = { headers: { origin: text, host: "paraph.test" } };
    return isSameOrigin(request, BASE) && text !== BASE ? "was taken for our own page" : undefined;
  }),
  ownOrigin: sound(BASE, (text) => {
    const page = callingPage({ headers: { origin: text } }, new Set([BASE]));
    if ((page.kind === "own") !== (text === BASE)) return "was taken for another's";
    const isAccepted = isSameOrigin({ headers: { origin: text, host: "paraph.test" } }, BASE);
    return isAccepted === (text === BASE || text === "http://paraph.test")
      ? undefined
      : "of our own page";
  }),
};

/** A secret after a prefix of its kind, without other text. */
function prefixedToken(prefix: string, isAccepted: (text: string) => boolean): Token {
  return sound(prefix + SECRET, (text) => {
    const secret = text.startsWith(prefix) ? text.slice(prefix.length) : "";
    const isWell = secret.length === 43 && secret.split("").every((each) => /[\w-]/.test(each));
    return isAccepted(text) === isWell ? undefined : "was read as another token";
  });
}

function quietly(read: () => unknown): undefined {
  read();
}
