import type { Manifest } from "@paraph/core/manifests";

/** What somebody came to do. */
export type EmbedMode = "edit" | "create" | "view" | "fill";

/** What a session permits, by name. */
interface EmbedPermissions {
  readonly saveDraft: boolean;
  readonly publish: boolean;
  readonly rename: boolean;
  readonly delete: boolean;
  readonly rollback: boolean;
  readonly preview: boolean;
  readonly submitForm: boolean;
}

/** How a partner wants the pages to look. */
export interface Appearance {
  readonly theme?: "light" | "dark" | "auto";
  /** As `#rrggbb`. */
  readonly primaryColor?: string;
  /** In pixels, 0 to 24. */
  readonly borderRadius?: number;
  readonly title?: string;
}

/** Somebody of the partner's, as the partner calls them. */
interface Named {
  readonly externalId: string;
  readonly displayName?: string | null;
}

/** What `GET /v1/embed/session` tells the pages of a session. */
export interface EmbedContext {
  readonly sessionId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly tenant: Named;
  readonly actor: Named & { readonly email?: string | null };
  readonly scope: { readonly mode: EmbedMode; readonly templateExternalId?: string | null };
  readonly permissions: EmbedPermissions;
  readonly appearance: Appearance;
  readonly callbacks: { readonly closeUrl?: string | null };
  readonly catalog: EmbedCatalog | null;
  readonly form: EmbedForm | null;
  /** The published template of who fills in or views; nothing when there is none. */
  readonly template: EmbedTemplate | null;
  readonly allowedOrigins: ReadonlyArray<string>;
}

/** The variables that a partner offers, with keys relative to their namespaces. */
export interface EmbedCatalog {
  readonly allowCustom: boolean;
  readonly namespaces: ReadonlyArray<{
    readonly key: string;
    readonly label: string;
    readonly variables: EncodedManifest["variables"];
  }>;
  readonly loops: EncodedManifest["loops"];
}

/** What a form begins with, shows and leads to. */
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

/** A manifest as it travels. */
export type EncodedManifest = (typeof Manifest)["Encoded"];
