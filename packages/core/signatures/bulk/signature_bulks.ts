import { Context, Effect, Layer, Option, Schema } from "effect";

import { idempotent, keyedRequest } from "../../idempotency/mod.ts";
import type { InvalidInputData } from "../../manifests/mod.ts";
import { type PreparedBatch, type QueueUnavailable, RenderBatches } from "../../renders/mod.ts";
import type { NoPublishedVersion, TemplateNotFound, VersionNotFound } from "../../templates/mod.ts";
import {
  InvalidRequest,
  type Issue,
  newRow,
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  ReadReplica,
  SignatureBulkId,
  withRandom,
} from "../../values/mod.ts";
import { SignaturesUnavailable } from "../errors.ts";
import { unsupportedOptions } from "../provider/provider_capabilities.ts";
import { SignatureProviders } from "../provider/signature_provider.ts";
import { SmsSender } from "../provider/sms_sender.ts";
import type {
  BulkRowResults,
  CreateSignatureBulk,
  SignatureBulk,
  SignatureBulkPage,
  SignatureBulkQuery,
} from "./signature_bulk.ts";
import { type NewSignatureBulk, SignatureBulkStore } from "./signature_bulk_store.ts";
import { signatureBulkView } from "./signature_bulk_view.ts";
import { rowPath, validateSignatureBulk } from "./validate_bulk.ts";

/** The result of the creation of a bulk request. */
export interface CreatedBulk {
  readonly bulk: SignatureBulk;
  /** Whether an earlier request with the same idempotency key created it. */
  readonly replayed: boolean;
  /** The keys of the data that are not in the manifest; empty for a replay. */
  readonly warnings: ReadonlyArray<Issue>;
}

/** A valid bulk request that is not stored yet. */
interface PreparedBulk {
  readonly batch: PreparedBatch;
  readonly bulk: NewSignatureBulk;
  readonly view: SignatureBulk;
}

/** A bulk request in the response, and the id under its idempotency key. */
interface KeyedBulk {
  readonly id: SignatureBulkId;
  readonly view: SignatureBulk;
  readonly warnings: ReadonlyArray<Issue>;
}

const isBulkId = Schema.is(SignatureBulkId);
const NO_WARNINGS: ReadonlyArray<Issue> = [];

/** Creates many signature requests from one template, and reads their progress. */
export class SignatureBulks extends Context.Service<
  SignatureBulks,
  {
    /** Accepts all rows or none of them. Each is rendered, and sent when its render has succeeded. */
    readonly create: (
      project: ProjectId,
      request: CreateSignatureBulk,
      idempotencyKey?: string,
    ) => Effect.Effect<
      CreatedBulk,
      | TemplateNotFound
      | NoPublishedVersion
      | VersionNotFound
      | InvalidInputData
      | InvalidRequest
      | SignaturesUnavailable
      | QueueUnavailable
      | NotFound
    >;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<SignatureBulk, NotFound>;
    /** A project's bulk requests, newest first. */
    readonly list: (
      project: ProjectId,
      query: SignatureBulkQuery,
    ) => Effect.Effect<SignatureBulkPage>;
    /** The results of all rows so far. */
    readonly results: (project: ProjectId, id: string) => Effect.Effect<BulkRowResults, NotFound>;
  }
>()("@paraph/core/signatures/SignatureBulks") {
  static readonly layer = Layer.effect(
    SignatureBulks,
    Effect.gen(function* () {
      const store = yield* SignatureBulkStore;
      const batches = yield* RenderBatches;
      const providers = yield* SignatureProviders;
      const { isConfigured: canSendSms } = yield* SmsSender;
      const runOnce = yield* idempotent;
      const replica = yield* ReadReplica;
      const row = yield* withRandom(newRow);
      const { base } = yield* PublicUrls;

      const load = Effect.fnUntraced(function* (project: ProjectId, id: string) {
        const bulk = isBulkId(id) ? yield* store.find(project, id) : Option.none();
        return yield* Effect.fromOption(bulk, () => NotFound.of("bulk request"));
      });

      const get = Effect.fn("SignatureBulks.get")(function* (project: ProjectId, id: string) {
        return signatureBulkView(yield* load(project, id), base);
      });

      const list = Effect.fn("SignatureBulks.list")(function* (
        project: ProjectId,
        query: SignatureBulkQuery,
      ) {
        const page = pageRequest(query);
        const stored = yield* replica.read(store.list(project, page));
        const { rows, ...rest } = pageOf(stored, page.limit);
        return { bulks: rows.map((bulk) => signatureBulkView(bulk, base)), ...rest };
      });

      const results = Effect.fn("SignatureBulks.results")(function* (
        project: ProjectId,
        id: string,
      ) {
        const bulk = yield* load(project, id);
        return { rows: yield* store.results(bulk.id) };
      });

      const prepare = Effect.fnUntraced(function* (
        projectId: ProjectId,
        { template, versionNumber, rows, ...options }: CreateSignatureBulk,
      ) {
        const provider = yield* Effect.fromOption(
          providers.current,
          () => SignaturesUnavailable.here,
        );
        const issues = [
          ...validateSignatureBulk({ rows, ...options }),
          ...rows.flatMap(({ recipients }, index) =>
            unsupportedOptions(provider.name, { ...options, recipients }, canSendSms).map(
              (issue) => ({ ...issue, path: rowPath(issue.path, index, options) }),
            ),
          ),
        ];
        if (issues.length > 0) return yield* InvalidRequest.of(unique(issues));
        const items = rows.map(({ data, filename }) =>
          filename === undefined ? { data } : { data, filename },
        );
        const version = versionNumber === undefined ? {} : { versionNumber };
        const batch = yield* batches.prepare(projectId, { template, ...version, items }, "rows");
        const { id: newId, createdAt } = yield* row;
        const id = SignatureBulkId.make(newId);
        const bulk: NewSignatureBulk = {
          id,
          projectId,
          batchId: batch.batch.id,
          total: rows.length,
          options,
          rows: batch.renders.map(({ id: renderId }, index) => ({
            renderId,
            request: requestOf(rows[index]!),
          })),
          createdAt,
        };
        const { templateId, templateSlug, templateVersionId } = batch.view;
        const view = signatureBulkView(
          {
            id,
            projectId,
            batchId: batch.batch.id,
            templateId,
            templateSlug,
            templateVersionId,
            versionNumber: batch.view.versionNumber,
            total: rows.length,
            sent: 0,
            failed: 0,
            createdAt,
            completedAt: null,
          },
          base,
        );
        return { batch, bulk, view } satisfies PreparedBulk;
      });

      const create = Effect.fn("SignatureBulks.create")(function* (
        project: ProjectId,
        request: CreateSignatureBulk,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "signature_bulks.create", within: project } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) =>
            Effect.map(get(project, id), (view): KeyedBulk => ({
              id: view.id,
              view,
              warnings: NO_WARNINGS,
            })),
          prepare: prepare(project, request),
          make: ({ batch, bulk, view }: PreparedBulk) =>
            batches
              .accept(batch)
              .pipe(
                Effect.andThen(store.add(bulk)),
                Effect.as<KeyedBulk>({ id: bulk.id, view, warnings: batch.warnings }),
              ),
        });
        return { bulk: value.view, warnings: value.warnings, replayed };
      });

      return SignatureBulks.of({ create, get, list, results });
    }),
  );
}

function requestOf({ recipients, name }: CreateSignatureBulk["rows"][number]) {
  return name === undefined ? { recipients } : { recipients, name };
}

/** Options of all rows would be reported once for each row. */
function unique(issues: ReadonlyArray<Issue>): ReadonlyArray<Issue> {
  return [...new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()];
}
