import { Context, Effect, Layer, Option } from "effect";

import { AuditLog } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { Projects } from "../projects/mod.ts";
import {
  type AccountId,
  newRow,
  type NotFound,
  type ProjectId,
  TemplateId,
  toSlug,
  withRandom,
} from "../values/mod.ts";
import { NoPublishedVersion, TemplateNotFound, type VersionConflict } from "./errors.ts";
import type { Template } from "./template.ts";
import { templateChanges } from "./template_changes.ts";
import {
  type CopySource,
  copyTarget,
  type CopyTemplate,
  reportedSource,
  type TemplateCopy,
} from "./template_copy.ts";
import { TemplateStore } from "./template_store.ts";

/** What is copied: a template as it is now, its current version. */
interface Source {
  readonly template: Template;
  readonly current: CopySource;
}

/** Copies templates between the projects of an account. */
export class TemplateCopies extends Context.Service<
  TemplateCopies,
  {
    /**
     * Publishes what a template's current version holds, to the letter, as version 1 of a template
     * of another project. A live template that has the slug already is answered with instead.
     */
    readonly copy: (
      account: AccountId,
      target: ProjectId,
      request: CopyTemplate,
      idempotencyKey?: string,
    ) => Effect.Effect<
      TemplateCopy,
      NotFound | TemplateNotFound | NoPublishedVersion | VersionConflict
    >;
  }
>()("@paraph/core/templates/TemplateCopies") {
  static readonly layer = Layer.effect(
    TemplateCopies,
    Effect.gen(function* () {
      const store = yield* TemplateStore;
      const audit = yield* AuditLog;
      const projects = yield* Projects;
      const repeat = yield* idempotent;
      const changes = yield* templateChanges;
      const row = yield* withRandom(newRow);
      const live = (template: Option.Option<Template>) =>
        Effect.fromOption(template, () => TemplateNotFound.of());

      const sourceTemplate = Effect.fnUntraced(function* (
        project: ProjectId,
        { sourceTemplateId, sourceTemplateSlug = "" }: CopyTemplate,
      ) {
        if (sourceTemplateId !== undefined) {
          return yield* live(yield* store.findById(project, sourceTemplateId));
        }
        const slug = toSlug(sourceTemplateSlug);
        return yield* live(slug === undefined ? Option.none() : yield* store.find(project, slug));
      });

      const resolve = Effect.fnUntraced(function* (account: AccountId, request: CopyTemplate) {
        const { sourceProjectId, sourceProjectSlug = "" } = request;
        const project = yield* sourceProjectId === undefined
          ? projects.getBySlug(account, sourceProjectSlug)
          : projects.get(account, sourceProjectId);
        const template = yield* sourceTemplate(project.id, request);
        const { id: sourceTemplateId, currentVersionNumber: sourceVersionNumber } = template;
        if (sourceVersionNumber === null) return yield* NoPublishedVersion.of();
        const current = { sourceProjectId: project.id, sourceTemplateId, sourceVersionNumber };
        return { template, current } satisfies Source;
      });

      /** The answer for a template that was there before this request. */
      const existing = Effect.fnUntraced(function* (
        projectId: ProjectId,
        id: TemplateId,
        reported: CopySource,
      ): Effect.fn.Return<TemplateCopy, TemplateNotFound> {
        const { slug, name, currentVersionNumber } = yield* live(
          yield* store.findById(projectId, id),
        );
        const shown = { id, projectId, slug, name, currentVersionNumber };
        return { ...shown, ...reported, alreadyExisted: true };
      });

      const make = Effect.fnUntraced(function* (
        projectId: ProjectId,
        { template, current }: Source,
        asked: string | undefined,
      ): Effect.fn.Return<TemplateCopy, TemplateNotFound | VersionConflict> {
        const { name, slug } = copyTarget(template, asked);
        const { id: newId, createdAt } = yield* row;
        const fresh = { id: TemplateId.make(newId), projectId, slug, name, createdAt };
        const { id, created } = yield* store.claim(fresh);
        if (!created) {
          const origin = yield* store.originOf(id);
          return yield* existing(projectId, id, reportedSource(current, origin));
        }
        const { description, templateType } = template;
        const { versionNumber } = yield* changes.copyVersion(
          { id, currentVersionNumber: null },
          { name, description, templateType },
          current,
        );
        yield* audit.record({
          action: "template.copied",
          projectId,
          target: { kind: "template", id },
          details: { sourceTemplateId: current.sourceTemplateId },
        });
        const shown = { id, projectId, slug, name, currentVersionNumber: versionNumber };
        return { ...shown, ...current, alreadyExisted: false };
      });

      const copy = Effect.fn("TemplateCopies.copy")(function* (
        account: AccountId,
        target: ProjectId,
        request: CopyTemplate,
        idempotencyKey?: string,
      ) {
        const { id: projectId } = yield* projects.get(account, target);
        const source = resolve(account, request);
        /** A copy outlives its source: then it tells by itself what it is of. */
        const replay = Effect.fnUntraced(function* (text: string) {
          const id = TemplateId.make(text);
          const origin = yield* store.originOf(id);
          const reported = yield* source.pipe(
            Effect.map(({ current }) => reportedSource(current, origin)),
            Effect.catch((failure) => Effect.fromOption(origin, () => failure)),
          );
          return yield* existing(projectId, id, reported);
        });
        const scope = { operation: "templates.copy", within: projectId } as const;
        const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
          replay,
          prepare: source,
          make: (prepared) => make(projectId, prepared, request.name),
        });
        return value;
      });

      return TemplateCopies.of({ copy });
    }),
  );
}
