import { Context, type Effect } from "effect";

import type { InvalidInputData } from "../manifests/mod.ts";
import type { QueueUnavailable, Render } from "../renders/mod.ts";
import type { PinnedTemplate } from "../templates/mod.ts";
import type { NotFound, ProjectId } from "../values/mod.ts";
import type {
  PermissionDenied,
  SessionNotFound,
  TemplateNotResolved,
  WrongMode,
} from "./errors.ts";
import type { FormRenderPage, FormRenderQuery } from "./form.ts";
import type { LiveSession } from "./session.ts";

/** A form that a session was let in to: the published version of its template. */
export interface OpenForm {
  readonly session: LiveSession;
  readonly pinned: PinnedTemplate;
}

/** Forms that partners' users fill in (contract §9). */
export class Forms extends Context.Service<
  Forms,
  {
    /** The form of a session, to be handed in or, with the right to that, to be looked at. */
    readonly open: (
      session: LiveSession,
      sessionId: string,
      purpose: "submit" | "preview",
    ) => Effect.Effect<
      OpenForm,
      SessionNotFound | WrongMode | PermissionDenied | TemplateNotResolved
    >;
    /** Renders what was filled in: once for each key. */
    readonly submit: (
      form: OpenForm,
      data: Readonly<Record<string, unknown>>,
      idempotencyKey?: string,
    ) => Effect.Effect<Render, TemplateNotResolved | InvalidInputData | QueueUnavailable>;
    /** A render that came of this session. */
    readonly find: (session: LiveSession, id: string) => Effect.Effect<Render, NotFound>;
    /** What was handed in to a project, newest first. */
    readonly list: (project: ProjectId, query: FormRenderQuery) => Effect.Effect<FormRenderPage>;
  }
>()("@paraph/core/embed/Forms") {}
