import { Context, type Effect, type Option } from "effect";

import type { BlobRef, StoredJson } from "../blobs/mod.ts";
import type { Einvoice } from "../einvoices/mod.ts";
import type { FileFace } from "../fonts/mod.ts";
import type { CompiledLayout, PageConfig, TemplateType } from "../layouts/mod.ts";
import type { Manifest } from "../manifests/mod.ts";
import type { ProjectId, Slug, TemplateId, TemplateVersionId, Timestamp } from "../values/mod.ts";
import type { VersionConflict } from "./errors.ts";
import type { Template, TemplateVersion, VersionInfo } from "./template.ts";
import type { CopySource } from "./template_copy.ts";

/** A template to add. */
export interface NewTemplate {
  readonly id: TemplateId;
  readonly projectId: ProjectId;
  readonly slug: Slug;
  readonly name: string;
  readonly createdAt: Timestamp;
}

/** The template of a slug, locked until the transaction ends. */
export interface ClaimedTemplate {
  readonly id: TemplateId;
  readonly currentVersionNumber: number | null;
  readonly created: boolean;
}

/** The identity of a new version, and the fields that it sets on its template. */
export interface VersionOfTemplate {
  readonly id: TemplateVersionId;
  readonly templateId: TemplateId;
  readonly versionNumber: number;
  readonly name: string;
  readonly description: string | null;
  readonly templateType: TemplateType;
  readonly createdAt: Timestamp;
}

/** The stored form of a compiled layout. The bytes of a large one are blobs, in order. */
export type StoredCompiled =
  | CompiledLayout
  | (Omit<CompiledLayout, "bytes" | "cuts"> & { readonly blobs: ReadonlyArray<BlobRef> });

/** The stored forms of a layout and of its compiled layout, and the faces whose files are blobs. */
export interface StoredLayout {
  readonly layout: StoredJson;
  readonly compiled: StoredCompiled;
  readonly fonts: ReadonlyArray<FileFace>;
}

/** A version to add. The current name of the template becomes the title of its documents. */
export interface NewVersion extends VersionOfTemplate, StoredLayout {
  readonly manifest: Manifest;
  readonly pageConfig: PageConfig;
  /** The language that the project declares; absent if it declares none. */
  readonly projectLanguage?: string | null;
  /** Absent without an electronic invoice. */
  readonly einvoice?: Einvoice | null;
}

/** A version to render, without its layout. */
export interface StoredVersion {
  readonly id: TemplateVersionId;
  readonly title: string;
  readonly manifest: Manifest;
  readonly compiled: StoredCompiled | null;
  readonly fonts: ReadonlyArray<FileFace>;
  /** The language that the project declared at the publication; null if it declared none. */
  readonly projectLanguage: string | null;
  readonly einvoice: Einvoice | null;
}

/** Stores templates and their versions. */
export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /** Templates that are not deleted, newest-updated first. */
    readonly list: (project: ProjectId) => Effect.Effect<ReadonlyArray<Template>>;
    readonly find: (project: ProjectId, slug: Slug) => Effect.Effect<Option.Option<Template>>;
    /** A template that is not deleted, by its id. */
    readonly findById: (
      project: ProjectId,
      id: TemplateId,
    ) => Effect.Effect<Option.Option<Template>>;
    /** Adds a template unless its slug is in use. Locks the template with the slug in both cases. */
    readonly claim: (template: NewTemplate) => Effect.Effect<ClaimedTemplate>;
    /** Like `findById`, locked until the transaction ends. */
    readonly lock: (project: ProjectId, id: TemplateId) => Effect.Effect<Option.Option<Template>>;
    /** Sets the name and the time of the last change. */
    readonly rename: (id: TemplateId, name: string, at: Timestamp) => Effect.Effect<void>;
    /** Adds a version and makes it the current one; fails if its number is in use. */
    readonly addVersion: (version: NewVersion) => Effect.Effect<void, VersionConflict>;
    /** Adds an exact copy of another version. */
    readonly copyVersion: (
      version: VersionOfTemplate,
      source: CopySource,
    ) => Effect.Effect<void, VersionConflict>;
    /** The source of a template's first version, if it is a copy. */
    readonly originOf: (id: TemplateId) => Effect.Effect<Option.Option<CopySource>>;
    /** Soft-deletes a template; returns its slug, which is then free. */
    readonly remove: (
      project: ProjectId,
      id: TemplateId,
      at: Timestamp,
    ) => Effect.Effect<Option.Option<Slug>>;
    /** A template's versions, newest first. */
    readonly versions: (template: TemplateId) => Effect.Effect<ReadonlyArray<VersionInfo>>;
    readonly findVersion: (
      template: TemplateId,
      versionNumber: number,
    ) => Effect.Effect<Option.Option<TemplateVersion>>;
    /** Whether a template exists and is not deleted. */
    readonly isActive: (template: TemplateId) => Effect.Effect<boolean>;
    /** A version without its layout. */
    readonly loadVersion: (id: TemplateVersionId) => Effect.Effect<StoredVersion>;
    readonly loadLayout: (id: TemplateVersionId) => Effect.Effect<StoredJson>;
  }
>()("@paraph/core/templates/TemplateStore") {}
