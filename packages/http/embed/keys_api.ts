import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

const PublicKeys = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      kty: Schema.String.annotateKey({ description: "Key type, `OKP`." }),
      crv: Schema.String.annotateKey({ description: "Curve, `Ed25519`." }),
      x: Schema.String.annotateKey({ description: "Public key in base64url." }),
      kid: Schema.String.annotateKey({ description: "ID of the key, as in the header of tokens." }),
      alg: Schema.String.annotateKey({ description: "Algorithm, `EdDSA`." }),
      use: Schema.String.annotateKey({ description: "Use of the key, `sig`." }),
    }),
  ).annotateKey({ description: "Public keys, the current one first." }),
}).annotate({
  identifier: "EmbedKeys",
  description: "The public keys of session tokens, as a JSON Web Key Set (RFC 7517).",
});

/** The public keys for verifying session tokens (RFC 7517). No key is needed. */
export class EmbedKeysApi extends HttpApiGroup.make("embedKeys").add(
  HttpApiEndpoint.get("list", "/.well-known/jwks.json", { success: PublicKeys }).annotateMerge(
    OpenApi.annotations({
      summary: "Get the public keys of session tokens",
      description:
        "A JSON Web Key Set for verifying session tokens, the current key first. No key is needed. Select the key by the `kid` of the token.",
    }),
  ),
) {}
