import { Schema } from "effect";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

const PublicKeys = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      kty: Schema.String,
      crv: Schema.String,
      x: Schema.String,
      kid: Schema.String,
      alg: Schema.String,
      use: Schema.String,
    }),
  ),
}).annotate({ identifier: "EmbedKeys" });

/** The public keys for verifying session tokens (RFC 7517). No key is needed. */
export class EmbedKeysApi extends HttpApiGroup.make("embedKeys")
  .add(
    HttpApiEndpoint.get("list", "/.well-known/jwks.json", { success: PublicKeys }).annotateMerge(
      OpenApi.annotations({ summary: "The public keys of session tokens, the current one first" }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ description: "The public keys for verifying tokens of embed sessions." }),
  ) {}
