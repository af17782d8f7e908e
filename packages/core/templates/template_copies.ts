import { Context, Effect, Layer } from "effect";

import { AuditLog } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { Projects } from "../projects/mod.ts";
import { type AccountId, type NotFound, type ProjectId, TemplateId } from "../values/mod.ts";
import { NoPublishedVersion, type TemplateNotFound, type VersionConflict } from "./errors.ts";
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

/** The template to copy, and its current version. */
interface Source {
  readonly template: Template;
  readonly current: CopySource;
}

/** Copies templates between the projects of an account. */
export class TemplateCopies extends Context.Service<
  TemplateCopies,
  {
    /**
     * Copies the current version of a template to version 1 of a template in another project. If that
     * project has a template with the slug already, the result is that template, unchanged.
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
      const runOnce = yield* idempotent;
      const changes = yield* templateChanges;

      const sourceTemplate = Effect.fnUntraced(function* (
        project: ProjectId,
        { sourceTemplateId, sourceTemplateSlug = "" }: CopyTemplate,
      ) {
        return yield* sourceTemplateId === undefined
          ? changes.find(project, sourceTemplateSlug)
          : changes.get(project, sourceTemplateId);
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

      /** The response for a template that existed before this request. */
      const existingCopy = Effect.fnUntraced(function* (
        projectId: ProjectId,
        id: TemplateId,
        source: CopySource,
      ): Effect.fn.Return<TemplateCopy, TemplateNotFound> {
        const { slug, name, currentVersionNumber } = yield* changes.get(projectId, id);
        const summary = { id, projectId, slug, name, currentVersionNumber };
        return { ...summary, ...source, alreadyExisted: true };
      });

      const createCopy = Effect.fnUntraced(function* (
        projectId: ProjectId,
        { template, current }: Source,
        newName: string | undefined,
      ): Effect.fn.Return<TemplateCopy, TemplateNotFound | VersionConflict> {
        const { name, slug } = copyTarget(template, newName);
        const { id, created } = yield* changes.claim({ projectId, slug, name });
        if (!created) {
          const origin = yield* store.originOf(id);
          return yield* existingCopy(projectId, id, reportedSource(current, origin));
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
        const summary = { id, projectId, slug, name, currentVersionNumber: versionNumber };
        return { ...summary, ...current, alreadyExisted: false };
      });

      const copy = Effect.fn("TemplateCopies.copy")(function* (
        account: AccountId,
        target: ProjectId,
        request: CopyTemplate,
        idempotencyKey?: string,
      ) {
        const { id: projectId } = yield* projects.get(account, target);
        const source = resolve(account, request);
        /** The source may be deleted by now, so the copy has stored its origin. */
        const replay = Effect.fnUntraced(function* (text: string) {
          const id = TemplateId.make(text);
          const origin = yield* store.originOf(id);
          const replaySource = yield* source.pipe(
            Effect.map(({ current }) => reportedSource(current, origin)),
            Effect.catch((failure) => Effect.fromOption(origin, () => failure)),
          );
          return yield* existingCopy(projectId, id, replaySource);
        });
        const scope = { operation: "templates.copy", within: projectId } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay,
          prepare: source,
          make: (resolvedSource) => createCopy(projectId, resolvedSource, request.name),
        });
        return value;
      });

      return TemplateCopies.of({ copy });
    }),
  );
}
