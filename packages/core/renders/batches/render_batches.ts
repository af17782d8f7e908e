import { Context, Effect, Layer, Option, Result, Schema } from "effect";

import { idempotent, keyedRequest } from "../../idempotency/mod.ts";
import { type InputData, InvalidInputData } from "../../manifests/mod.ts";
import {
  type NoPublishedVersion,
  type PinnedTemplate,
  type TemplateNotFound,
  Templates,
  type VersionNotFound,
} from "../../templates/mod.ts";
import {
  type InvalidRequest,
  type Issue,
  newRow,
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  ReadReplica,
  RenderBatchId,
  withRandom,
} from "../../values/mod.ts";
import type { QueueUnavailable } from "../errors.ts";
import { checkRenderData } from "../render_data.ts";
import { type Draft, renderDrafts } from "../render_drafts.ts";
import type {
  BatchItem,
  RenderBatch,
  RenderBatchPage,
  RenderBatchQuery,
  SubmitBatch,
} from "./render_batch.ts";
import { type NewRenderBatch, RenderBatchStore } from "./render_batch_store.ts";
import { renderBatchView } from "./render_batch_view.ts";

/** The result of the submission of a batch. */
export interface SubmittedBatch {
  readonly batch: RenderBatch;
  /** Whether an earlier submission with the same idempotency key created the batch. */
  readonly replayed: boolean;
  /** The keys of the data that are not in the manifest; empty for a replay. */
  readonly warnings: ReadonlyArray<Issue>;
}

/** The renders of a batch, validated and not stored yet. */
export interface PreparedBatch {
  readonly batch: NewRenderBatch;
  readonly renders: ReadonlyArray<Draft>;
  readonly view: RenderBatch;
  readonly warnings: ReadonlyArray<Issue>;
}

type PreparationError =
  | TemplateNotFound
  | NoPublishedVersion
  | VersionNotFound
  | InvalidInputData
  | InvalidRequest;

/** A batch in the response, and the id under its idempotency key. */
interface KeyedBatch {
  readonly id: RenderBatchId;
  readonly batch: RenderBatch;
  readonly warnings: ReadonlyArray<Issue>;
}

/** The maximum number of listed problems of a batch. */
const MAX_ISSUES = 1000;

/** The maximum number of listed warnings of a batch. */
const MAX_WARNINGS = 20;
const MORE_WARNINGS = "More unknown fields are not listed";

/** How many large data sets are stored at once. */
const STORING = { concurrency: 4 };

const isBatchId = Schema.is(RenderBatchId);
const NO_WARNINGS: ReadonlyArray<Issue> = [];

/** Submits batches of renders, and reads their progress. */
export class RenderBatches extends Context.Service<
  RenderBatches,
  {
    /**
     * Accepts a batch with all of its renders, or none of them. An earlier submission with the same idempotency key
     * is returned as it is now; `NotFound` if its renders were erased.
     */
    readonly submit: (
      project: ProjectId,
      batch: SubmitBatch,
      idempotencyKey?: string,
    ) => Effect.Effect<SubmittedBatch, PreparationError | QueueUnavailable | NotFound>;
    /**
     * Validates the renders of a batch. Problems have the path of their item.
     *
     * @param path The path of the items in the request.
     */
    readonly prepare: (
      project: ProjectId,
      batch: SubmitBatch,
      path?: string,
    ) => Effect.Effect<PreparedBatch, PreparationError>;
    /** Accepts a prepared batch in the open transaction. */
    readonly accept: (batch: PreparedBatch) => Effect.Effect<void, QueueUnavailable>;
    readonly get: (project: ProjectId, id: string) => Effect.Effect<RenderBatch, NotFound>;
    /** A project's batches, newest first. */
    readonly list: (project: ProjectId, query: RenderBatchQuery) => Effect.Effect<RenderBatchPage>;
  }
>()("@paraph/core/renders/RenderBatches") {
  static readonly layer = Layer.effect(
    RenderBatches,
    Effect.gen(function* () {
      const store = yield* RenderBatchStore;
      const templates = yield* Templates;
      const drafts = yield* renderDrafts;
      const runOnce = yield* idempotent;
      const replica = yield* ReadReplica;
      const row = yield* withRandom(newRow);
      const { base } = yield* PublicUrls;

      const get = Effect.fn("RenderBatches.get")(function* (project: ProjectId, id: string) {
        const batch = isBatchId(id) ? yield* store.find(project, id) : Option.none();
        return renderBatchView(
          yield* Effect.fromOption(batch, () => NotFound.of("render batch")),
          base,
        );
      });

      const list = Effect.fn("RenderBatches.list")(function* (
        project: ProjectId,
        query: RenderBatchQuery,
      ) {
        const page = pageRequest(query);
        const { rows, ...rest } = pageOf(
          yield* replica.read(store.list(project, page)),
          page.limit,
        );
        return { batches: rows.map((batch) => renderBatchView(batch, base)), ...rest };
      });

      const prepare = Effect.fn("RenderBatches.prepare")(function* (
        projectId: ProjectId,
        { template: slug, versionNumber, standard, items }: SubmitBatch,
        path = "items",
      ): Effect.fn.Return<PreparedBatch, PreparationError> {
        const pinned = yield* templates.pin(projectId, slug, versionNumber);
        if (standard !== undefined)
          yield* templates.checkStandard(pinned.version, standard, "standard");
        const inputs = yield* checkItems(pinned, items, path);
        const { id: newId, createdAt } = yield* row;
        const id = RenderBatchId.make(newId);
        const { template, version } = pinned;
        const batch: NewRenderBatch = {
          id,
          projectId,
          templateId: template.id,
          templateVersionId: version.id,
          total: items.length,
          createdAt,
        };
        const renders = yield* Effect.forEach(
          inputs,
          ({ item, inputData }, position) =>
            drafts.draft(projectId, pinned, {
              ...item,
              inputData,
              standard,
              source: "api",
              batch: { id, position },
            }),
          STORING,
        );
        const stored = {
          ...batch,
          templateSlug: template.slug,
          versionNumber: version.versionNumber,
          succeeded: 0,
          failed: 0,
          completedAt: null,
        };
        const unknown = renders.flatMap(({ value }, index) =>
          prefixPaths(value.warnings, `${path}.${index}.data`),
        );
        const warnings =
          unknown.length > MAX_WARNINGS
            ? [...unknown.slice(0, MAX_WARNINGS), { path, message: MORE_WARNINGS }]
            : unknown;
        return { batch, renders, view: renderBatchView(stored, base), warnings };
      });

      const accept = ({ batch, renders }: PreparedBatch) =>
        Effect.andThen(store.add(batch), drafts.addAll(renders));

      const submit = Effect.fn("RenderBatches.submit")(function* (
        project: ProjectId,
        batch: SubmitBatch,
        idempotencyKey?: string,
      ) {
        const scope = { operation: "render_batches.create", within: project } as const;
        const { value, replayed } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) =>
            Effect.map(get(project, id), (view): KeyedBatch => ({
              id: view.id,
              batch: view,
              warnings: NO_WARNINGS,
            })),
          prepare: prepare(project, batch),
          make: (prepared: PreparedBatch) =>
            Effect.as(accept(prepared), {
              id: prepared.batch.id,
              batch: prepared.view,
              warnings: prepared.warnings,
            }),
        });
        return { batch: value.batch, warnings: value.warnings, replayed };
      });

      return RenderBatches.of({ submit, prepare, accept, get, list });
    }),
  );
}

/** Checks the data of all items, and reports all problems. Other requests run meanwhile. */
const checkItems = Effect.fnUntraced(function* (
  { version }: PinnedTemplate,
  items: ReadonlyArray<BatchItem>,
  path: string,
) {
  const problems: Array<Issue> = [];
  const inputs: Array<{ readonly item: BatchItem; readonly inputData: InputData }> = [];
  for (const [index, item] of items.entries()) {
    const checked = checkRenderData(version, item.data);
    if (Result.isSuccess(checked)) inputs.push({ item, inputData: checked.success });
    else problems.push(...prefixPaths(checked.failure, `${path}.${index}.data`));
    if (problems.length >= MAX_ISSUES) break;
    yield* Effect.yieldNow;
  }
  if (problems.length > 0) return yield* InvalidInputData.of(problems.slice(0, MAX_ISSUES));
  return inputs;
});

/** The paths of problems in the body of the request. */
function prefixPaths(issues: ReadonlyArray<Issue>, prefix: string): ReadonlyArray<Issue> {
  return issues.map(({ path, message }) => ({
    path: path === "" ? prefix : `${prefix}.${path}`,
    message,
  }));
}
