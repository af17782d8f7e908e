import { Context, Effect, Layer, Option, Schema } from "effect";

import { keyedRequest } from "../../idempotency/mod.ts";
import type { InvalidInputData } from "../../manifests/mod.ts";
import {
  type QueueUnavailable,
  type Render,
  Renders,
  renderView,
  type SubmittedRender,
} from "../../renders/mod.ts";
import { type PinnedTemplate, Templates } from "../../templates/mod.ts";
import {
  NotFound,
  pageOf,
  pageRequest,
  type ProjectId,
  PublicUrls,
  RenderId,
  ReadReplica,
} from "../../values/mod.ts";
import { PermissionDenied, SessionNotFound, TemplateNotResolved, WrongMode } from "../errors.ts";
import type { Permission } from "../sessions/permission.ts";
import type { LiveSession } from "../sessions/session.ts";
import type { FormRenderPage, FormRenderQuery } from "./form.ts";
import { SubmissionStore } from "./submission_store.ts";

/** The form of a session: the current version of its template. */
export interface OpenForm {
  readonly session: LiveSession;
  readonly pinned: PinnedTemplate;
}

/** Forms that integrators' users fill in (contract §9). */
export class Forms extends Context.Service<
  Forms,
  {
    /** The form of a session, to submit or preview. */
    readonly open: (
      session: LiveSession,
      sessionId: string,
      purpose: "submit" | "preview",
    ) => Effect.Effect<
      OpenForm,
      SessionNotFound | WrongMode | PermissionDenied | TemplateNotResolved
    >;
    /** Submits a form as a render, once per idempotency key. */
    readonly submit: (
      form: OpenForm,
      data: Readonly<Record<string, unknown>>,
      idempotencyKey?: string,
    ) => Effect.Effect<SubmittedRender, InvalidInputData | QueueUnavailable | SessionNotFound>;
    /** A render that this session submitted. */
    readonly find: (session: LiveSession, id: string) => Effect.Effect<Render, NotFound>;
    /** Submitted forms of a project, newest first. */
    readonly list: (project: ProjectId, query: FormRenderQuery) => Effect.Effect<FormRenderPage>;
  }
>()("@paraph/core/embed/Forms") {
  static readonly layer = Layer.effect(
    Forms,
    Effect.gen(function* () {
      const templates = yield* Templates;
      const renders = yield* Renders;
      const submissions = yield* SubmissionStore;
      const replica = yield* ReadReplica;
      const { base } = yield* PublicUrls;

      const open = Effect.fn("Forms.open")(function* (
        session: LiveSession,
        sessionId: string,
        purpose: keyof typeof PURPOSES,
      ) {
        if (sessionId.toLowerCase() !== session.id) return yield* SessionNotFound.now;
        const { modes, right } = PURPOSES[purpose];
        if (!modes.has(session.scope.mode)) return yield* WrongMode.notFill;
        if (!session.permissions[right]) return yield* PermissionDenied.of(right);
        const { templateExternalId = "" } = session.scope;
        const template = yield* templates.current(session.projectId, templateExternalId);
        if (Option.isNone(template)) return yield* TemplateNotResolved.now;
        return { session, pinned: template.value };
      });

      const submit = Effect.fn("Forms.submit")(function* (
        { session, pinned }: OpenForm,
        data: Readonly<Record<string, unknown>>,
        idempotencyKey?: string,
      ) {
        const { id: sessionId, projectId, tenant, actor } = session;
        // Idempotency keys are scoped to sessions, so that none can replay the submission of another.
        const scope = { operation: "forms.submit", within: sessionId } as const;
        const submitRender = renders.submitPinned(projectId, pinned, {
          data,
          source: "form",
          request: keyedRequest(scope, idempotencyKey),
          alongside: (id) => submissions.add(projectId, id, { sessionId, tenant, actor }),
        });
        // The render was erased with its session.
        const sessionNotFound = () => Effect.fail(SessionNotFound.now);
        return yield* Effect.catchTag(submitRender, "not_found", sessionNotFound);
      });

      const find = Effect.fn("Forms.find")(function* (session: LiveSession, id: string) {
        const isOwn = isRenderId(id) && (yield* submissions.isOf(session.id, id));
        if (!isOwn) return yield* NotFound.of("render");
        return yield* renders.get(session.projectId, id);
      });

      const list = Effect.fn("Forms.list")(function* (project: ProjectId, query: FormRenderQuery) {
        const page = pageRequest(query);
        const results = yield* replica.read(submissions.list(project, query, page));
        const { rows, ...rest } = pageOf(results, page.limit);
        const formRenders = rows.map(({ sessionId, tenant, actor, ...render }) => ({
          ...renderView(render, base),
          sessionId,
          tenant,
          actor,
        }));
        return { renders: formRenders, ...rest };
      });

      return Forms.of({ open, submit, find, list });
    }),
  );
}

interface Purpose {
  readonly modes: ReadonlySet<string>;
  readonly right: Permission;
}

/** The modes and the permission of each purpose. */
const PURPOSES = {
  submit: { modes: new Set(["fill"]), right: "submitForm" },
  preview: { modes: new Set(["fill", "view"]), right: "preview" },
} as const satisfies Record<string, Purpose>;

const isRenderId = Schema.is(RenderId);
