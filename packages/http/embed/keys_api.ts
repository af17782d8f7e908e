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

/** What others verify session tokens with (RFC 7517); no key is needed. */
export class EmbedKeysApi extends HttpApiGroup.make("embedKeys")
  .add(
    HttpApiEndpoint.get("list", "/.well-known/jwks.json", { success: PublicKeys }).annotateMerge(
      OpenApi.annotations({ summary: "The public keys of session tokens, the current one first" }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ description: "What others verify the tokens of embed sessions with." }),
  ) {}
