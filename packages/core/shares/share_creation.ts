import { DateTime, Effect, Option } from "effect";

import { emailLanguage, Emails } from "../emails/mod.ts";
import { Engagement, type EngagementType } from "../engagement/mod.ts";
import { idempotentInBatches, IdempotencyStore, type KeyedRequest } from "../idempotency/mod.ts";
import { ProjectStore, senderName } from "../projects/mod.ts";
import { pdfFilename, type Render, RenderStore } from "../renders/mod.ts";
import { currentTraceParent, inTrace, type TraceParent } from "../telemetry/mod.ts";
import {
  batched,
  Conflict,
  newSecret,
  InvalidRequest,
  type Issue,
  newRow,
  NO_VISITOR,
  NotFound,
  type ProjectId,
  PublicUrls,
  type RenderId,
  ShareId,
  type Timestamp,
  Transaction,
  withRandom,
} from "../values/mod.ts";
import { type CreateShare, shareToken } from "./share.ts";
import { shareLetter } from "./share_letter.ts";
import { type NewShare, ShareStore, type StoredShare } from "./share_store.ts";
import { shareView } from "./share_view.ts";

/** A share to add, as it is stored then. */
interface NewShareOfRender {
  readonly id: ShareId;
  readonly value: StoredShare;
  readonly render: Render;
  readonly recipientName: string | null;
  readonly request: KeyedRequest | undefined;
  /** The span that creates it. */
  readonly traceParent: TraceParent | null;
}

/** Shares that are created together share a transaction. */
const CREATION = { concurrency: 2, atMost: 32 };

const INITIAL_STATE = { clickCount: 0, revokedAt: null, revokedReason: null };

/** Creates the share of a render with its event and email, once for each idempotency key. */
export const shareCreation = Effect.gen(function* () {
  const store = yield* ShareStore;
  const engagement = yield* Engagement;
  const emails = yield* Emails;
  const projects = yield* ProjectStore;
  const keys = yield* IdempotencyStore;
  const transaction = yield* Transaction;
  const runOnce = yield* idempotentInBatches;
  const renderStore = yield* RenderStore;
  const row = yield* withRandom(newRow);
  const secret = yield* withRandom(newSecret);
  const { share: base } = yield* PublicUrls;

  /** A valid share to add, of a succeeded render. */
  const newShare = Effect.fnUntraced(function* (render: Render, request: CreateShare) {
    const { channel = "link", recipientEmail = null, message = null, expiresAt = null } = request;
    const { id: newId, createdAt } = yield* row;
    const problems = validateShare(request, createdAt);
    if (problems.length > 0) return yield* InvalidRequest.of(problems);
    if (render.status !== "succeeded") return yield* Conflict.renderNotReady;
    if (render.encryption === "password") return yield* NEEDS_PASSWORD;
    const share: NewShare = {
      id: ShareId.make(newId),
      renderId: render.id,
      channel,
      recipientEmail,
      message,
      shareToken: shareToken(yield* secret),
      expiresAt,
      createdAt,
    };
    return share;
  });

  const findShare = (renderId: RenderId, id: string) =>
    store
      .find(renderId, ShareId.make(id))
      .pipe(Effect.flatMap(Effect.fromOption(() => NotFound.of("render"))));

  const queueEmail = Effect.fnUntraced(function* (
    { render, recipientName, value: share }: NewShareOfRender,
    templateName: string | null,
  ) {
    const { id, projectId, renderId, recipientEmail, message, expiresAt } = share;
    if (recipientEmail === null) return;
    const { shareUrl } = shareView(share, base);
    const title = titleOf(render, templateName);
    const project = yield* projects.findProject(projectId);
    // The project was deleted since the request was authenticated.
    if (Option.isNone(project)) return;
    const sender = senderName(project.value);
    const language = emailLanguage(project.value.language);
    const content = { language, sender, title, recipientName };
    const letter = shareLetter({ ...content, message, shareUrl, expiresAt });
    const to = { email: recipientEmail, name: recipientName };
    const about = { cause: emailCause(id), projectId, renderId, shareId: id };
    yield* emails.queue({ ...about, to, letter, expiresAt });
  });

  /**
   * Adds shares with their events and emails, except those whose idempotency key has a result. Returns the
   * ids of the results; none for renders that were erased.
   */
  const addAll = Effect.fnUntraced(function* (shares: ReadonlyArray<NewShareOfRender>) {
    const renders = yield* renderStore.lock(shares.map(({ render }) => render.id));
    const candidates = shares.filter(({ render }) => renders.has(render.id));
    const earlier = yield* keys.claimAll(
      candidates.flatMap(({ id, request }) => (request === undefined ? [] : [{ request, id }])),
    );
    const addedShares = candidates.filter(({ id }) => !earlier.has(id));
    if (addedShares.length > 0) {
      yield* store.add(addedShares.map(({ value }) => value));
      yield* engagement.recordAll(
        addedShares.map(({ value, traceParent }) => ({
          ...shareEvent("share_created", value),
          traceParent,
        })),
      );
      const emailed = addedShares.filter(({ value }) => value.channel === "email");
      const names =
        emailed.length === 0
          ? new Map<RenderId, string>()
          : yield* store.templateNames(emailed.map(({ render }) => render.id));
      yield* Effect.forEach(
        emailed,
        (share) =>
          inTrace(share.traceParent)(queueEmail(share, names.get(share.render.id) ?? null)),
        { discard: true },
      );
    }
    return shares.map(({ id, render }) =>
      renders.has(render.id) ? Option.some(earlier.get(id) ?? id) : Option.none(),
    );
  }, transaction.run);

  const add = yield* batched(addAll, CREATION);

  const prepare = Effect.fnUntraced(function* (
    projectId: ProjectId,
    render: Render,
    request: KeyedRequest | undefined,
    input: CreateShare,
    recipientName: string | null,
  ) {
    const share = yield* newShare(render, input);
    const { id } = share;
    const value: StoredShare = { ...share, projectId, ...INITIAL_STATE };
    const traceParent = yield* currentTraceParent;
    return { id, value, render, recipientName, request, traceParent };
  });

  return (
    projectId: ProjectId,
    render: Render,
    request: KeyedRequest | undefined,
    input: CreateShare,
    recipientName: string | null = null,
  ) =>
    runOnce(request, {
      replay: (id) => findShare(render.id, id),
      prepare: prepare(projectId, render, request, input, recipientName),
      commit: (share: NewShareOfRender) =>
        Effect.flatMap(
          add(share),
          Effect.fromOption(() => NotFound.of("render")),
        ),
    });
});

/** An event of a share, caused by the service. */
export const shareEvent = (
  eventType: EngagementType,
  { projectId, renderId, id }: Pick<StoredShare, "projectId" | "renderId" | "id">,
) =>
  ({
    projectId,
    renderId,
    shareId: id,
    eventType,
    actorKind: "system",
    metadata: null,
    ...NO_VISITOR,
  }) as const;

/** The cause of a share's email, which makes it unique. */
export function emailCause(id: ShareId): string {
  return `share:${id}`;
}

/** The title of a document: its file name, the name of its template, or the template's slug. */
export function titleOf(
  { filename, templateSlug }: Pick<Render, "filename" | "templateSlug">,
  templateName: string | null,
): string {
  return filename === null && templateName !== null
    ? templateName
    : pdfFilename(filename, templateSlug).replace(/\.pdf$/, "");
}

/** Problems between the fields of a share. */
function validateShare(
  { channel, recipientEmail, expiresAt }: CreateShare,
  now: Timestamp,
): ReadonlyArray<Issue> {
  const problems: Array<Issue> = [];
  if (channel === "email" && recipientEmail === undefined)
    problems.push({ path: "recipientEmail", message: "Is required when the channel is email" });
  if (expiresAt !== undefined && !DateTime.isGreaterThan(expiresAt, now))
    problems.push({ path: "expiresAt", message: "Is in the past" });
  return problems;
}

const NEEDS_PASSWORD = Conflict.of(
  "A password opens the document of this render, so the share page cannot show it. Give people its download URL",
);
