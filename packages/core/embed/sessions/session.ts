import { Effect, Schema } from "effect";

import { ManifestParts } from "../../manifests/mod.ts";
import {
  characters,
  Email,
  EmbedSessionId,
  maxCharacters,
  type ProjectId,
  Slug,
  TemplateId,
  Timestamp,
} from "../../values/mod.ts";
import { Catalog, CatalogRef } from "../catalogs/catalog.ts";
import { Permissions, SessionMode, RequestedPermissions } from "./permission.ts";

const ExternalId = Schema.String.check(characters(1, 160));
const DisplayName = Schema.String.check(maxCharacters(200));

/** The integrator's customer of a session. */
export const Tenant = Schema.Struct({
  externalId: ExternalId,
  displayName: Schema.optionalKey(DisplayName),
}).annotate({ identifier: "EmbedTenant" });
export type Tenant = typeof Tenant.Type;

/** The user of a session, at the integrator's customer. */
export const Actor = Schema.Struct({
  externalId: ExternalId,
  displayName: Schema.optionalKey(DisplayName),
  email: Schema.optionalKey(Email),
}).annotate({ identifier: "EmbedActor" });
export type Actor = typeof Actor.Type;

/** The mode and the template of a session. */
export const Scope = Schema.Struct({
  mode: SessionMode,
  templateExternalId: Schema.optionalKey(ExternalId),
}).annotate({ identifier: "EmbedScope" });
export type Scope = typeof Scope.Type;

const Url = Schema.String.check(
  maxCharacters(2000),
  Schema.makeFilter(
    (text) => (/^https?:\/\//i.test(text) && URL.canParse(text)) || "Expected an http(s) URL",
  ),
);

/** The appearance of pages. Unknown members are stored and ignored. */
export const Appearance = Schema.StructWithRest(
  Schema.Struct({
    theme: Schema.optionalKey(Schema.Literals(["light", "dark", "auto"])),
    primaryColor: Schema.optionalKey(
      Schema.String.check(
        Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { message: "Expected a colour, such as #0a7d55" }),
      ),
    ),
    borderRadius: Schema.optionalKey(
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 24 })),
    ),
    title: Schema.optionalKey(Schema.String.check(maxCharacters(80))),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
).annotate({ identifier: "EmbedAppearance" });
export type Appearance = typeof Appearance.Type;

/** The URLs that pages redirect to when they close. Unknown members are stored and ignored. */
export const Callbacks = Schema.StructWithRest(
  Schema.Struct({ closeUrl: Schema.optionalKey(Url) }),
  [Schema.Record(Schema.String, Schema.Json)],
).annotate({ identifier: "EmbedCallbacks" });
export type Callbacks = typeof Callbacks.Type;

/** The options of a form. */
export const FormOptions = Schema.Struct({
  prefill: Schema.Record(Schema.String, Schema.Json).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({})),
  ),
  showPreview: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(true))),
  redirectUrl: Schema.NullOr(Url).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
}).annotate({ identifier: "EmbedForm" });
export type FormOptions = typeof FormOptions.Type;

/** A session to create (contract §9). */
export const CreateSession = Schema.Struct({
  tenant: Tenant,
  actor: Actor,
  scope: Schema.optionalKey(
    Schema.Struct({ ...Scope.fields, mode: Schema.optionalKey(SessionMode) }),
  ),
  variableCatalog: Schema.optionalKey(Catalog),
  catalogRef: Schema.optionalKey(CatalogRef),
  permissions: Schema.optionalKey(RequestedPermissions),
  appearance: Schema.optionalKey(Appearance),
  callbacks: Schema.optionalKey(Callbacks),
  form: Schema.optionalKey(FormOptions),
}).annotate({ identifier: "CreateEmbedSession" });
export type CreateSession = typeof CreateSession.Type;

/** A session to renew. */
export const RefreshSession = Schema.Struct({
  renewToken: Schema.String.check(Schema.isMinCodePoints(8)),
}).annotate({ identifier: "RefreshEmbedSession" });
export type RefreshSession = typeof RefreshSession.Type;

/** A session in the form of the API (interface, Embed session). */
export const EmbedSession = Schema.Struct({
  session_id: EmbedSessionId,
  session_token: Schema.String,
  iframe_url: Schema.String,
  expires_at: Timestamp,
  /** Null in an idempotent replay: only its hash is stored. */
  renew_token: Schema.NullOr(Schema.String),
}).annotate({ identifier: "EmbedSession" });
export type EmbedSession = typeof EmbedSession.Type;

/** The stored terms of a session. */
export interface SessionTerms {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly scope: Scope;
  readonly permissions: Permissions;
  readonly catalog: Catalog | null;
  readonly appearance: Appearance;
  readonly callbacks: Callbacks;
  readonly form: FormOptions;
}

/** A stored session. */
export interface StoredSession extends SessionTerms {
  readonly id: EmbedSessionId;
  readonly projectId: ProjectId;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  /** When it was deleted, or ended because a renew token was used twice. */
  readonly endedAt: Timestamp | null;
}

/** The live session of an authenticated request. */
export interface LiveSession extends StoredSession {
  /** The origins that the integrator currently allows. */
  readonly allowedOrigins: ReadonlyArray<string>;
}

/** The session data of its pages. */
export const EmbedContext = Schema.Struct({
  sessionId: EmbedSessionId,
  expiresAt: Timestamp,
  tenant: Tenant,
  actor: Actor,
  scope: Scope,
  permissions: Permissions,
  appearance: Appearance,
  callbacks: Callbacks,
  catalog: Schema.NullOr(Catalog),
  /** Null unless the session fills in a form. */
  form: Schema.NullOr(FormOptions),
  /** The template of a form or view; null without a published version. */
  template: Schema.NullOr(
    Schema.Struct({
      id: TemplateId,
      name: Schema.String,
      slug: Slug,
      versionNumber: Schema.Int,
      manifest: ManifestParts,
    }),
  ),
  allowedOrigins: Schema.Array(Schema.String),
}).annotate({ identifier: "EmbedContext" });
export type EmbedContext = typeof EmbedContext.Type;
