import { Effect, Schema } from "effect";

import { ManifestParts } from "../../manifests/mod.ts";
import {
  describeEncoded,
  characters,
  Email,
  EmbedSessionId,
  LANGUAGES,
  maxCharacters,
  type ProjectId,
  Slug,
  TemplateId,
  Timestamp,
} from "../../values/mod.ts";
import { Catalog, CatalogRef } from "../catalogs/catalog.ts";
import { Permissions, SessionMode, RequestedPermissions } from "./permission.ts";

const ExternalId = Schema.String.check(characters(1, 160));
const displayName = Schema.optionalKey(Schema.String.check(maxCharacters(200))).annotateKey({
  description: "Name for people, at most 200 characters.",
});

/** The integrator's customer of a session. */
export const Tenant = Schema.Struct({
  externalId: ExternalId.annotateKey({
    description: "Your ID of the tenant, 1 to 160 characters.",
  }),
  displayName,
}).annotate({ identifier: "EmbedTenant", description: "The tenant of a session: your customer." });
export type Tenant = typeof Tenant.Type;

/** The user of a session, at the integrator's customer. */
export const Actor = Schema.Struct({
  externalId: ExternalId.annotateKey({ description: "Your ID of the user, 1 to 160 characters." }),
  displayName,
  email: Schema.optionalKey(Email).annotateKey({ description: "Email address of the user." }),
}).annotate({
  identifier: "EmbedActor",
  description: "The user of a session, who belongs to the tenant.",
});
export type Actor = typeof Actor.Type;

const MODE =
  "`edit` a template, `create` templates, `view` one without changes, `fill` in a form, or `send` a render for signature.";

/** The mode and the template of a session. */
export const Scope = Schema.Struct({
  mode: SessionMode.annotateKey({ description: MODE }),
  templateExternalId: Schema.optionalKey(ExternalId).annotateKey({
    description: "ID of the template. Required for the modes `view` and `fill`.",
  }),
  renderId: Schema.optionalKey(Schema.String.check(Schema.isUUID())).annotateKey({
    description: "ID of the render of the project. Required for the mode `send`.",
  }),
}).annotate({ identifier: "EmbedScope", description: "The mode and the template of a session." });
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
    theme: Schema.optionalKey(Schema.Literals(["light", "dark", "auto"])).annotateKey({
      description: "Colour scheme. Default: `auto`, which follows the browser.",
    }),
    primaryColor: Schema.optionalKey(
      Schema.String.check(
        Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { message: "Expected a colour, such as #0a7d55" }),
      ),
    ).annotateKey({ description: "Accent colour in hexadecimal, such as `#0a7d55`." }),
    borderRadius: Schema.optionalKey(
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 24 })),
    ).annotateKey({ description: "Radius of corners in pixels, 0 to 24." }),
    title: Schema.optionalKey(Schema.String.check(maxCharacters(80))).annotateKey({
      description: "Title of the page, at most 80 characters.",
    }),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
).annotate({
  identifier: "EmbedAppearance",
  description: "The appearance of the session's pages. Other members are stored and ignored.",
});
export type Appearance = typeof Appearance.Type;

/** The URLs that pages redirect to when they close. Unknown members are stored and ignored. */
export const Callbacks = Schema.StructWithRest(
  Schema.Struct({
    closeUrl: Schema.optionalKey(Url).annotateKey({
      description: "http(s) URL to open when the user closes the page outside of a frame.",
    }),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
).annotate({
  identifier: "EmbedCallbacks",
  description: "URLs that the session's pages open. Other members are stored and ignored.",
});
export type Callbacks = typeof Callbacks.Type;

/** The options of a form. */
export const FormOptions = Schema.Struct({
  prefill: Schema.Record(Schema.String, Schema.Json).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({})),
    describeEncoded(
      "Data that the form starts with, at most 1,000,000 characters of JSON. Default: `{}`.",
    ),
  ),
  showPreview: Schema.Boolean.pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(true)),
    describeEncoded("Whether the form shows a preview. Default: `true`."),
  ),
  redirectUrl: Schema.NullOr(Url).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(null)),
    describeEncoded("http(s) URL to open after the submission. Default: `null`."),
  ),
}).annotate({ identifier: "EmbedForm", description: "The options of a form." });
export type FormOptions = typeof FormOptions.Type;

const identityFields = {
  tenant: Tenant.annotateKey({ description: "Your customer." }),
  actor: Actor.annotateKey({ description: "The user who works in the session." }),
};

/** A session to create (contract §9). */
export const CreateSession = Schema.Struct({
  ...identityFields,
  scope: Schema.optionalKey(
    Schema.Struct({
      ...Scope.fields,
      mode: Schema.optionalKey(SessionMode).annotateKey({
        description: `${MODE} Default: \`edit\` with a template, otherwise \`create\`.`,
      }),
    }),
  ).annotateKey({ description: "Mode and template of the session." }),
  variableCatalog: Schema.optionalKey(Catalog).annotateKey({
    description: "Variables and loops that the builder offers. Not together with `catalogRef`.",
  }),
  catalogRef: Schema.optionalKey(CatalogRef).annotateKey({
    description: "Stored catalog that the builder offers. Not together with `variableCatalog`.",
  }),
  permissions: Schema.optionalKey(RequestedPermissions).annotateKey({
    description:
      "Permissions to deny with `false`. Default: all permissions of the mode; `true` cannot extend them.",
  }),
  appearance: Schema.optionalKey(Appearance).annotateKey({
    description: "Appearance of the pages, at most 20,000 characters of JSON.",
  }),
  callbacks: Schema.optionalKey(Callbacks).annotateKey({
    description: "URLs that the pages open, at most 20,000 characters of JSON.",
  }),
  form: Schema.optionalKey(FormOptions).annotateKey({
    description: "Options of the form, for the mode `fill`.",
  }),
}).annotate({
  identifier: "CreateEmbedSession",
  description: "A session to create for one user of a tenant.",
});
export type CreateSession = typeof CreateSession.Type;

/** A session to renew. */
export const RefreshSession = Schema.Struct({
  renewToken: Schema.String.check(Schema.isMinCodePoints(8)).annotateKey({
    description: "The `renew_token` of the last response, at least 8 characters. It works once.",
  }),
}).annotate({ identifier: "RefreshEmbedSession", description: "A session to renew." });
export type RefreshSession = typeof RefreshSession.Type;

const sessionId = EmbedSessionId.annotateKey({ description: "ID of the session." });
const expiresAt = Timestamp.pipe(
  describeEncoded("When the session expires: 4 hours after it was created or last renewed."),
);

/** A session in the form of the API (interface, Embed session). */
export const EmbedSession = Schema.Struct({
  session_id: sessionId,
  session_token: Schema.String.annotateKey({
    description: "Session token: a JWT signed with EdDSA, for requests from allowed origins.",
  }),
  iframe_url: Schema.String.annotateKey({
    description: "URL for the frame in your page. The fragment has the session token.",
  }),
  expires_at: expiresAt,
  renew_token: Schema.NullOr(Schema.String).annotateKey({
    description:
      "Token that renews the session once; keep it on your server. `null` in an idempotent replay.",
  }),
}).annotate({
  identifier: "EmbedSession",
  description: "A session with the URL for its frame and its tokens.",
});
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
  sessionId,
  expiresAt,
  ...identityFields,
  scope: Scope.annotateKey({ description: "Mode and template of the session." }),
  permissions: Permissions.annotateKey({ description: "Permissions of the session." }),
  appearance: Appearance.annotateKey({ description: "Appearance of the pages." }),
  callbacks: Callbacks.annotateKey({ description: "URLs that the pages open." }),
  catalog: Schema.NullOr(Catalog).annotateKey({
    description: "Variables and loops that the builder offers. `null` without a catalog.",
  }),
  form: Schema.NullOr(FormOptions).annotateKey({
    description: "Options of the form. `null` unless the mode is `fill`.",
  }),
  template: Schema.NullOr(
    Schema.Struct({
      id: TemplateId.annotateKey({ description: "ID of the template." }),
      name: Schema.String.annotateKey({ description: "Name of the template." }),
      slug: Slug.annotateKey({ description: "Slug of the template in the API." }),
      versionNumber: Schema.Int.annotateKey({ description: "Number of the current version." }),
      manifest: ManifestParts.annotateKey({
        description: "Variables and loops of the current version.",
      }),
    }),
  ).annotateKey({
    description:
      "Template of the modes `view` and `fill`. `null` in other modes, or without a published version.",
  }),
  projectLanguage: Schema.Literals(LANGUAGES).annotateKey({
    description: "Language of the project, which versions of templates without a language get.",
  }),
  allowedOrigins: Schema.Array(Schema.String).annotateKey({
    description: "Origins whose pages may frame the session's pages.",
  }),
}).annotate({
  identifier: "EmbedContext",
  description: "The context of a session, for its pages.",
});
export type EmbedContext = typeof EmbedContext.Type;
