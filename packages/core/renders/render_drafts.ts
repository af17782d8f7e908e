import { Effect } from "effect";
import { SecureRandom } from "effect/crypto";

import { IdempotencyStore, type KeyedRequest } from "../idempotency/mod.ts";
import type { StandardSetting } from "../layouts/mod.ts";
import { type InputData, unknownDataKeys } from "../manifests/mod.ts";
import { currentTraceParent } from "../telemetry/mod.ts";
import type { PinnedTemplate } from "../templates/mod.ts";
import {
  type Issue,
  newRow,
  newSecret,
  type ProjectId,
  PublicUrls,
  RenderId,
  withRandom,
} from "../values/mod.ts";
import { EventPublisher } from "../webhooks/mod.ts";
import { encryptionKind, type EncryptOptions } from "./documents/document_encryption.ts";
import { deriveKeys } from "./documents/encryption_keys.ts";
import { dataStorage } from "./documents/stored_data.ts";
import type { Render, TemplateSource } from "./render.ts";
import { RenderQueue } from "./render_queue.ts";
import { type NewRender, queuedRender, RenderStore, type StoredRender } from "./render_store.ts";
import { renderEvent, renderView } from "./render_view.ts";

/** The content of a draft. */
export interface DraftContent {
  /** The data as the client sent it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same data after its check. */
  readonly inputData: InputData;
  readonly source: TemplateSource;
  readonly filename?: string | null | undefined;
  /** How the document is encrypted. */
  readonly encrypt?: EncryptOptions | undefined;
  /** The standard in place of the one of the layout, which has been checked. */
  readonly standard?: StandardSetting | undefined;
  readonly batch?: NewRender["batch"];
}

/** A valid render, as it is added, once it is accepted, and in the response. */
export interface Draft {
  readonly id: RenderId;
  readonly render: NewRender;
  readonly stored: StoredRender;
  readonly value: { readonly render: Render; readonly warnings: ReadonlyArray<Issue> };
}

/** A draft, the idempotency key of its request, and additional writes in its transaction. */
export interface KeyedDraft extends Draft {
  readonly request: KeyedRequest | undefined;
  readonly alongside?: (id: RenderId) => Effect.Effect<void>;
}

/** Prepares renders, and accepts them. */
export const renderDrafts = Effect.gen(function* () {
  const store = yield* RenderStore;
  const queue = yield* RenderQueue;
  const storage = yield* dataStorage;
  const events = yield* EventPublisher;
  const keys = yield* IdempotencyStore;
  const row = yield* withRandom(newRow);
  const secret = yield* withRandom(newSecret);
  const random = yield* SecureRandom.SecureRandom;
  const keysFor = (options: EncryptOptions) =>
    Effect.provideService(deriveKeys(options), SecureRandom.SecureRandom, random);
  const { base } = yield* PublicUrls;

  /** Stores large data, and drafts a render with it. */
  const draft = Effect.fnUntraced(function* (
    projectId: ProjectId,
    { template, version }: PinnedTemplate,
    content: DraftContent,
  ): Effect.fn.Return<Draft> {
    const { source, filename = null, encrypt, standard = null, batch } = content;
    const data = yield* storage.store(content.inputData);
    const { id: newId, createdAt } = yield* row;
    const id = RenderId.make(newId);
    const render: NewRender = {
      id,
      projectId,
      templateId: template.id,
      templateVersionId: version.id,
      source,
      filename,
      downloadToken: yield* secret,
      data,
      createdAt,
      encryption: encrypt === undefined ? null : encryptionKind(encrypt),
      encryptionKeys: encrypt === undefined ? null : yield* keysFor(encrypt),
      standard,
      traceParent: yield* currentTraceParent,
      ...(batch === undefined ? {} : { batch }),
    };
    const stored = queuedRender(render, template.slug, version.versionNumber);
    const warnings = unknownDataKeys(version.manifest, content.data);
    return { id, render, stored, value: { render: renderView(stored, base), warnings } };
  });

  /** Adds renders with their jobs and events in the open transaction. */
  const addAll = Effect.fnUntraced(function* (drafts: ReadonlyArray<Draft>) {
    const renders = drafts.map(({ render }) => render);
    yield* store.add(renders);
    yield* queue.offer(renders);
    yield* events.publish(
      ...drafts.map(({ stored, render: { traceParent } }) => ({
        ...renderEvent("render.queued", stored, base),
        traceParent,
      })),
    );
  });

  /**
   * Accepts renders with their jobs and events in the open transaction, except those whose idempotency key
   * has a result. Returns the ids of the results.
   */
  const acceptAll = Effect.fnUntraced(function* (drafts: ReadonlyArray<KeyedDraft>) {
    const earlier = yield* keys.claimAll(
      drafts.flatMap(({ request, render: { id } }) =>
        request === undefined ? [] : [{ request, id }],
      ),
    );
    const newDrafts = drafts.filter(({ render }) => !earlier.has(render.id));
    if (newDrafts.length > 0) {
      yield* addAll(newDrafts);
      for (const { id, alongside } of newDrafts) yield* alongside?.(id) ?? Effect.void;
    }
    return drafts.map(({ render: { id } }) => RenderId.make(earlier.get(id) ?? id));
  });

  return { draft, addAll, acceptAll };
});
