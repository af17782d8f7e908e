import type { Manifest } from "@paraph/core/manifests";

/** The mode of a session. */
export type EmbedMode = "edit" | "create" | "view" | "fill" | "send";

/** The permissions of a session. */
interface EmbedPermissions {
  readonly saveDraft: boolean;
  readonly publish: boolean;
  readonly rename: boolean;
  readonly delete: boolean;
  readonly rollback: boolean;
  readonly preview: boolean;
  readonly submitForm: boolean;
  readonly send: boolean;
}

/** The appearance that an integrator has set. */
export interface Appearance {
  readonly theme?: "light" | "dark" | "auto";
  /** As `#rrggbb`. */
  readonly primaryColor?: string;
  /** In pixels, 0 to 24. */
  readonly borderRadius?: number;
  readonly title?: string;
}

/** A person or tenant of the integrator. */
interface ExternalIdentity {
  readonly externalId: string;
  readonly displayName?: string | null;
}

/** The response of `GET /v1/embed/session`. */
export interface EmbedContext {
  readonly sessionId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly tenant: ExternalIdentity;
  readonly actor: ExternalIdentity & { readonly email?: string | null };
  readonly scope: { readonly mode: EmbedMode; readonly templateExternalId?: string | null };
  readonly permissions: EmbedPermissions;
  readonly appearance: Appearance;
  readonly callbacks: { readonly closeUrl?: string | null };
  readonly catalog: EmbedCatalog | null;
  readonly form: EmbedForm | null;
  /** The published template, when the session fills it in or views it. */
  readonly template: EmbedTemplate | null;
  /** The language of documents whose layout and formats name none. */
  readonly projectLanguage: string;
  readonly allowedOrigins: ReadonlyArray<string>;
}

/** The variables of an integrator's catalog, with keys relative to their namespaces. */
export interface EmbedCatalog {
  readonly allowCustom: boolean;
  readonly namespaces: ReadonlyArray<{
    readonly key: string;
    readonly label: string;
    readonly variables: EncodedManifest["variables"];
  }>;
  readonly loops: EncodedManifest["loops"];
}

/** The settings of a form. */
interface EmbedForm {
  readonly prefill?: unknown;
  readonly showPreview?: boolean;
  readonly redirectUrl?: string | null;
}

/** A published template. */
export interface EmbedTemplate {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly versionNumber: number;
  readonly manifest: EncodedManifest;
}

/** A manifest as JSON. */
export type EncodedManifest = (typeof Manifest)["Encoded"];
