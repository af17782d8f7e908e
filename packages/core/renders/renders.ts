import { Context, type Duration, Effect, Layer, Option, Result, Schema, Stream } from "effect";

import {
  type IdempotentOperation,
  idempotentInBatches,
  type KeyedRequest,
  keyedRequest,
} from "../idempotency/mod.ts";
import { type StandardSetting, standardsOf } from "../layouts/mod.ts";
import { InvalidInputData } from "../manifests/mod.ts";
import {
  type NoPublishedVersion,
  type PinnedTemplate,
  type TemplateRef,
  type TemplateNotFound,
  standardsOfLayout,
  Templates,
  TemplateStore,
  type VersionNotFound,
  versionStorage,
} from "../templates/mod.ts";
import {
  batched,
  InvalidRequest,
  type Issue,
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  RenderId,
  Transaction,
  ReadReplica,
} from "../values/mod.ts";
import type { Asset, AssetRange } from "./documents/asset_store.ts";
import type { EncryptionKind, EncryptOptions } from "./documents/document_encryption.ts";
import { documentName } from "./documents/document_name.ts";
import { pdfFilename } from "./documents/filename.ts";
import { verifiedFiles } from "./documents/verified_files.ts";
import type { QueueUnavailable, StorageUnavailable } from "./errors.ts";
import type { Render, RenderPage, RenderQuery, TemplateSource } from "./render.ts";
import { checkRenderData } from "./render_data.ts";
import { type Draft, type KeyedDraft, renderDrafts } from "./render_drafts.ts";
import { CurrentRenderEndings } from "./render_endings.ts";
import { hasEnded } from "./render_status.ts";
import { RenderStore, type StoredRender } from "./render_store.ts";
import { renderView } from "./render_view.ts";

/** A render to submit. */
export interface Submission {
  readonly data: Readonly<Record<string, unknown>>;
  readonly source: TemplateSource;
  readonly versionNumber?: number | undefined;
  readonly filename?: string | undefined;
  readonly encrypt?: EncryptOptions | undefined;
  /** The standard in place of the one of the layout. */
  readonly standard?: StandardSetting | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** A render of a pinned version to submit. */
export interface PinnedSubmission extends Pick<Submission, "data" | "source"> {
  readonly request: KeyedRequest | undefined;
  /** Additional writes in the transaction of the render. */
  readonly alongside: (id: RenderId) => Effect.Effect<void>;
}

/** The result of a submission. */
export interface SubmittedRender {
  readonly render: Render;
  /** Whether an earlier submission with the same idempotency key created the render. */
  readonly replayed: boolean;
  /** The keys of the data that are not in the manifest; empty for a replay. */
  readonly warnings: ReadonlyArray<Issue>;
}

/** Renders that are submitted together are accepted in one transaction. */
const ACCEPTANCE = { concurrency: 2, atMost: 32 };

/** A document to download. */
export interface Document extends Asset {
  readonly filename: string;
  /** The SHA-256 of the whole document in hex: a strong validator. */
  readonly sha256: string;
  readonly totalSize: number;
  /** Absent if the document is not that of a render, or is not encrypted. */
  readonly encryption?: EncryptionKind | null;
}

/** The whole document in memory. */
export const collectDocument = Effect.fnUntraced(function* ({ bytes, totalSize }: Document) {
  const pdf = new Uint8Array(totalSize);
  let position = 0;
  yield* Stream.runForEach(bytes, (chunk) =>
    Effect.sync(() => {
      pdf.set(chunk, position);
      position += chunk.length;
    }),
  );
  return pdf;
});

const isRenderId = Schema.is(RenderId);

const NO_WARNINGS: ReadonlyArray<Issue> = [];

/** Submits renders, and reads renders and their documents. */
export class Renders extends Context.Service<
  Renders,
  {
    /**
     * Accepts a render, or returns the one of an earlier submission with the same idempotency key; fails with
     * `NotFound` if that one was erased.
     */
    readonly submit: (
      project: ProjectId,
      template: TemplateRef,
      submission: Submission,
    ) => Effect.Effect<
      SubmittedRender,
      | TemplateNotFound
      | NoPublishedVersion
      | VersionNotFound
      | InvalidInputData
      | InvalidRequest
      | QueueUnavailable
      | NotFound
    >;
    /** Like `submit`, for a pinned version. */
    readonly submitPinned: (
      project: ProjectId,
      pinnedTemplate: PinnedTemplate,
      submission: PinnedSubmission,
    ) => Effect.Effect<SubmittedRender, InvalidInputData | QueueUnavailable | NotFound>;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<Render, NotFound>;
    /** Prevents the erasure of a render until the open transaction ends. */
    readonly lock: (id: RenderId) => Effect.Effect<void, NotFound>;
    /** Waits until a render has ended, at most `atMost`, and returns its current state. */
    readonly wait: (
      project: ProjectId,
      id: RenderId,
      atMost: Duration.Input,
    ) => Effect.Effect<Render, NotFound>;
    readonly list: (project: ProjectId, query: RenderQuery) => Effect.Effect<RenderPage>;
    /** The document of a succeeded render. */
    readonly open: (
      project: ProjectId,
      id: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | StorageUnavailable>;
    /** The document of a public download URL; not found if its project has no public downloads. */
    readonly openPublic: (
      downloadToken: string,
      range?: AssetRange,
    ) => Effect.Effect<Document, NotFound | StorageUnavailable>;
  }
>()("@paraph/core/renders/Renders") {
  static readonly layer = Layer.effect(
    Renders,
    Effect.gen(function* () {
      const store = yield* RenderStore;
      const drafts = yield* renderDrafts;
      const openFile = yield* verifiedFiles;
      const templates = yield* Templates;
      const versionStore = yield* TemplateStore;
      const versions = yield* versionStorage;
      const runOnce = yield* idempotentInBatches;
      const transaction = yield* Transaction;
      const replica = yield* ReadReplica;
      const { base } = yield* PublicUrls;
      const view = (render: StoredRender) => renderView(render, base);
      const requireRender = <A>(option: Option.Option<A>) =>
        Effect.fromOption(option, () => NotFound.of("render"));

      /** The render of an earlier request, which may have been erased. */
      const findReplayed = (projectId: ProjectId, id: string) =>
        Effect.flatMap(store.find(projectId, RenderId.make(id)), requireRender);

      const replay = (projectId: ProjectId, id: string) =>
        Effect.map(findReplayed(projectId, id), (storedRender) => ({
          render: view(storedRender),
          warnings: NO_WARNINGS,
        }));

      /** Validates and drafts a render. */
      const draft = Effect.fnUntraced(function* (
        projectId: ProjectId,
        pinned: PinnedTemplate,
        submission: Pick<Submission, "data" | "source" | "filename" | "encrypt" | "standard">,
      ) {
        const inputData = yield* Effect.fromResult(
          checkRenderData(pinned.version, submission.data).pipe(
            Result.mapError((issues) => InvalidInputData.of(issues)),
          ),
        );
        return yield* drafts.draft(projectId, pinned, { ...submission, inputData });
      });

      /** Archivable documents may not be encrypted. */
      const requireEncryptable = Effect.fnUntraced(function* (
        { id, einvoice }: PinnedTemplate["version"],
        standard: StandardSetting | undefined,
      ) {
        const { archive } =
          standard === undefined
            ? standardsOfLayout(
                yield* versions.layout(yield* versionStore.loadLayout(id)),
                einvoice,
              )
            : standardsOf(standard, einvoice !== null);
        if (archive === undefined) return undefined;
        const message = `${archive} does not permit encryption. Remove \`encrypt\`, or the standard or electronic invoice of the template`;
        return yield* InvalidRequest.of([{ path: "options.encrypt", message }]);
      });

      /** What options promise must be possible with the version. */
      const checkOptions = Effect.fnUntraced(function* (
        { version }: PinnedTemplate,
        { encrypt, standard }: Submission,
      ) {
        if (standard !== undefined)
          yield* templates.checkStandard(version, standard, "options.standard");
        if (encrypt !== undefined) yield* requireEncryptable(version, standard);
      });

      const accept = yield* batched(
        (keyedDrafts: ReadonlyArray<KeyedDraft>) => transaction.run(drafts.acceptAll(keyedDrafts)),
        ACCEPTANCE,
      );

      const submit = Effect.fn("Renders.submit")(function* (
        project: ProjectId,
        ref: TemplateRef,
        submission: Submission,
      ) {
        const template = yield* templates.find(project, ref);
        const scope = { operation: OPERATIONS[submission.source], within: template.id };
        const request = keyedRequest(scope, submission.idempotencyKey);
        const { value, replayed } = yield* runOnce(request, {
          replay: (id) => replay(project, id),
          prepare: templates.pin(project, template, submission.versionNumber).pipe(
            Effect.tap((pinned) => checkOptions(pinned, submission)),
            Effect.flatMap((pinned) => draft(project, pinned, submission)),
          ),
          commit: (preparation: Draft) => accept({ ...preparation, request }),
        });
        return { ...value, replayed };
      });

      const submitPinned = Effect.fn("Renders.submitPinned")(function* (
        project: ProjectId,
        pinned: PinnedTemplate,
        { request, alongside, ...submission }: PinnedSubmission,
      ) {
        const { value, replayed } = yield* runOnce(request, {
          replay: (id) => replay(project, id),
          prepare: draft(project, pinned, submission),
          commit: (preparation: Draft) => accept({ ...preparation, request, alongside }),
        });
        return { ...value, replayed };
      });

      const load = Effect.fnUntraced(function* (project: ProjectId, id: string) {
        return yield* requireRender(
          isRenderId(id) ? yield* store.find(project, id) : Option.none(),
        );
      });

      const get = Effect.fn("Renders.get")(function* (project: ProjectId, id: string) {
        return view(yield* load(project, id));
      });

      const lockRender = Effect.fn("Renders.lock")(function* (id: RenderId) {
        const lockedIds = yield* store.lock([id]);
        yield* lockedIds.has(id) ? Effect.void : Effect.fail(NotFound.of("render"));
      });

      const wait = Effect.fn("Renders.wait")(function* (
        project: ProjectId,
        id: RenderId,
        atMost: Duration.Input,
      ) {
        const { whileListening } = yield* CurrentRenderEndings;
        const loadRender = load(project, id);
        const endedRender = yield* whileListening(id, (ending) =>
          loadRender.pipe(
            Effect.tap(({ status }) =>
              hasEnded(status) ? Effect.void : Effect.race(ending, POLL_DELAY),
            ),
            Effect.repeat({ until: ({ status }) => hasEnded(status) }),
            Effect.timeoutOption(atMost),
          ),
        );
        return view(Option.isSome(endedRender) ? endedRender.value : yield* loadRender);
      });

      const list = Effect.fn("Renders.list")(function* (project: ProjectId, query: RenderQuery) {
        const page = pageRequest(query);
        const stored = yield* replica.read(store.list(project, query, page));
        const { rows, ...rest } = pageOf(stored, page.limit);
        return { renders: rows.map(view), ...rest };
      });

      const document = Effect.fnUntraced(function* (render: StoredRender, range?: AssetRange) {
        const { id, status, sha256, byteSize: totalSize, templateSlug, encryption } = render;
        if (status !== "succeeded" || sha256 === null || totalSize === null) {
          return yield* NotFound.of("document");
        }
        const file = { name: documentName(id), sha256, byteSize: totalSize };
        const asset = yield* requireRender(yield* openFile(file, range));
        const filename = pdfFilename(render.filename, templateSlug);
        return { ...asset, sha256, totalSize, filename, encryption };
      });

      const open = Effect.fn("Renders.open")(function* (
        project: ProjectId,
        id: string,
        range?: AssetRange,
      ) {
        return yield* document(yield* load(project, id), range);
      });

      const openPublic = Effect.fn("Renders.openPublic")(function* (
        downloadToken: string,
        range?: AssetRange,
      ) {
        const render = yield* requireRender(yield* store.findByToken(downloadToken));
        if (!render.publicDownloads) return yield* NotFound.of("document");
        return yield* document(render, range);
      });

      return Renders.of({
        submit,
        submitPinned,
        get,
        lock: lockRender,
        wait,
        list,
        open,
        openPublic,
      });
    }),
  );
}

/** Inbound webhooks and forms have idempotency keys of their own. */
const OPERATIONS = {
  api: "renders.submit",
  webhook: "inbound_hooks.receive",
  form: "forms.submit",
} as const satisfies Record<TemplateSource, IdempotentOperation>;

/** How often a waiting caller checks whether another process has ended the render. */
const POLL_DELAY = Effect.sleep("100 millis");
