import { Clock, DateTime, Effect, Layer, Option } from "effect";

import { Admin, Partners } from "../../admin/mod.ts";
import { Catalogs, EmbedSessions, type SessionClaims, TokenSigner } from "../../embed/mod.ts";
import { Keys } from "../../keys/mod.ts";
import { Projects } from "../../projects/mod.ts";
import { Publication, Templates } from "../../templates/mod.ts";
import { migratedStores, noAssetReader } from "../../testing/mod.ts";
import { PublicUrls } from "../../values/mod.ts";

/** Whose pages may embed. */
export const ORIGINS = ["https://a.example", "https://b.example"];

/** Signs nothing: a token is known by having been handed out here. */
const tokenSigner = Layer.sync(TokenSigner, () => {
  const handedOut = new Map<string, SessionClaims>();
  return TokenSigner.of({
    sign: (claims) =>
      Effect.sync(() => {
        const token = `token-${handedOut.size}`;
        handedOut.set(token, claims);
        return token;
      }),
    verify: (token) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        Option.filter(
          Option.fromNullishOr(handedOut.get(token)),
          ({ expiresAt }) => DateTime.toEpochMillis(expiresAt) > now,
        ),
      ),
    publicKeys: [],
  });
});

/** Embedding on a database of the suite's own, with partners to provision. */
export const embedServices = EmbedSessions.layer.pipe(
  Layer.provideMerge(Catalogs.layer),
  Layer.provideMerge(Layer.merge(Admin.layer, Partners.layer)),
  Layer.provideMerge(Layer.merge(Projects.layer, Keys.layer("test"))),
  Layer.provideMerge(Templates.layer),
  Layer.provideMerge(Publication.layer),
  Layer.provide(noAssetReader),
  Layer.provideMerge(tokenSigner),
  Layer.provideMerge(
    Layer.succeed(PublicUrls, {
      base: "https://paraph.test",
      share: "https://paraph.test",
      embed: "https://paraph.test/embed",
    }),
  ),
  Layer.provideMerge(migratedStores),
  Layer.orDie,
);

let partners = 0;

/** Provisions a partner that may embed. */
export const newPartner = Effect.gen(function* () {
  partners += 1;
  return yield* (yield* Admin).provision({
    externalOrgId: `partner-${partners}`,
    allowedOrigins: ORIGINS,
  });
});

/** Who sessions of tests are for. */
export const WHO = { tenant: { externalId: "tenant" }, actor: { externalId: "actor" } };
