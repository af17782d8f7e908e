import { Admin, Partners } from "@paraph/core/admin";
import {
  type BuilderCaller,
  BuilderTemplates,
  type OpenTemplate,
  Catalogs,
  type CreateSession,
  type Draft,
  EmbedSessions,
  Forms,
  type SessionClaims,
  TokenSigner,
} from "@paraph/core/embed";
import { Keys } from "@paraph/core/keys";
import type { Layout } from "@paraph/core/layouts";
import { Projects } from "@paraph/core/projects";
import { AssetStore, Renders } from "@paraph/core/renders";
import { Publication, Templates } from "@paraph/core/templates";
import { type ProjectId, PublicUrls } from "@paraph/core/values";
import { Clock, DateTime, Effect, Layer, Option } from "effect";

import { migratedStores, noAssetReader } from "../../testing/mod.ts";

/** Origins that may embed. */
export const ORIGINS = ["https://a.example", "https://b.example"];

/** Signs nothing: a token is valid if it was issued here. */
const tokenSigner = Layer.sync(TokenSigner, () => {
  const claimsByToken = new Map<string, SessionClaims>();
  return TokenSigner.of({
    sign: (claims) =>
      Effect.sync(() => {
        const token = `token-${claimsByToken.size}`;
        claimsByToken.set(token, claims);
        return token;
      }),
    verify: (token) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        Option.filter(
          Option.fromNullishOr(claimsByToken.get(token)),
          ({ expiresAt }) => DateTime.toEpochMillis(expiresAt) > now,
        ),
      ),
    publicKeys: [],
  });
});

/** Renders are accepted here and never processed. */
const noAssets = Layer.succeed(AssetStore, {
  put: () => Effect.void,
  open: () => Effect.succeedNone,
  remove: () => Effect.void,
  publish: () => Effect.succeedNone,
  unpublish: () => Effect.void,
  check: Effect.void,
});

/** Embedding services on a suite's database. */
export const embedServices = Layer.mergeAll(
  EmbedSessions.layer,
  BuilderTemplates.layer,
  Forms.layer,
).pipe(
  Layer.provideMerge(Catalogs.layer),
  Layer.provideMerge(Renders.layer),
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
  Layer.provide(noAssets),
  Layer.provideMerge(migratedStores),
  Layer.orDie,
);

let integratorCount = 0;

/** Provisions an integrator that may embed. */
export const newIntegrator = Effect.gen(function* () {
  integratorCount += 1;
  return yield* (yield* Admin).provision({
    externalOrgId: `partner-${integratorCount}`,
    allowedOrigins: ORIGINS,
  });
});

/** An active session of an integrator. */
export const liveSession = Effect.fnUntraced(function* (
  project: ProjectId,
  overrides: Partial<CreateSession> = {},
) {
  const { create, authenticate } = yield* EmbedSessions;
  const { session_token } = yield* create(project, { ...TENANT_AND_ACTOR, ...overrides });
  return yield* authenticate(session_token, { kind: "own" });
});

/** The tag of an effect's failure. */
export const tagOf = <E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<unknown, E, R>,
) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag);

/** The tenant and actor of test sessions. */
export const TENANT_AND_ACTOR = {
  tenant: { externalId: "tenant" },
  actor: { externalId: "actor" },
};

/** A field in the builder's format; a text by default. */
export const field = (name: string, more: object = {}) => ({
  name,
  type: "text",
  content: "",
  position: { x: 20, y: 20 },
  width: 80,
  height: 10,
  ...more,
});
/** A layout of one page. */
export const layoutOf = (...fields: ReadonlyArray<ReturnType<typeof field>>): Layout => ({
  basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
  schemas: [fields],
});
/** A draft that can be rendered. */
export const GREETING = { name: "Greeting", layout: layoutOf(field("name")) };

/** The server-side caller of a new integrator. */
export const integrator = Effect.map(newIntegrator, ({ projectId, accountId }) => {
  const caller: BuilderCaller = { kind: "partner", projectId };
  return { projectId, accountId, caller };
});
/** A builder in a new session. */
export const sessionCaller = (project: ProjectId, overrides?: Partial<CreateSession>) =>
  Effect.map(liveSession(project, overrides), (session): BuilderCaller => ({
    kind: "session",
    session,
  }));

/** A new template, opened by its creator. */
export const createTemplate = Effect.fnUntraced(function* (caller: BuilderCaller, draft: Draft) {
  const { create, open } = yield* BuilderTemplates;
  const made = yield* create(caller, { documentTemplate: draft });
  return { made, opened: yield* open(caller, made.documentTemplate._id) };
});

/** An open template in its current state. */
export const reopen = Effect.fnUntraced(function* ({ caller, template }: OpenTemplate) {
  return yield* (yield* BuilderTemplates).open(caller, template.id);
});
