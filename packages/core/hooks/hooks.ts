import { Context, DateTime, Effect, Layer, type Option, Result } from "effect";
import { Mac, SecureRandom } from "effect/crypto";
import { Hex } from "effect/encoding";

import { AuditLog, type Deed } from "../audit/mod.ts";
import type { InvalidInputData } from "../manifests/mod.ts";
import { type QueueUnavailable, Renders } from "../renders/mod.ts";
import { type NoPublishedVersion, type TemplateNotFound, Templates } from "../templates/mod.ts";
import { drawSecret, NotFound, type ProjectId, PublicUrls } from "../values/mod.ts";
import { InvalidSignature, InvalidToken } from "./errors.ts";
import type { AcceptedRender, Hook, MintedHook, RemovedHook, UpdateHook } from "./hook.ts";
import { HookStore, type HookTarget, type StoredHook } from "./hook_store.ts";

/** Lets other systems render a template without a key: by its token, and a signature if it wants one. */
export class Hooks extends Context.Service<
  Hooks,
  {
    /** Mints a token and a secret; those before them are worth nothing from then on. */
    readonly mint: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<MintedHook, TemplateNotFound>;
    readonly get: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<Hook, TemplateNotFound | NotFound>;
    readonly update: (
      project: ProjectId,
      slug: string,
      change: UpdateHook,
    ) => Effect.Effect<Hook, TemplateNotFound | NotFound>;
    readonly remove: (
      project: ProjectId,
      slug: string,
    ) => Effect.Effect<RemovedHook, TemplateNotFound | NotFound>;
    /** What a token leads to. */
    readonly find: (token: string) => Effect.Effect<HookTarget, InvalidToken>;
    /** Makes sure that a body is signed if it says so, or if it must be. */
    readonly verify: (
      target: HookTarget,
      body: Uint8Array,
      signature: string | undefined,
    ) => Effect.Effect<void, InvalidSignature>;
    /** Renders what was sent. */
    readonly receive: (
      target: HookTarget,
      data: Readonly<Record<string, unknown>>,
    ) => Effect.Effect<
      AcceptedRender,
      InvalidToken | NoPublishedVersion | InvalidInputData | QueueUnavailable
    >;
  }
>()("@paraph/core/hooks/Hooks") {
  static readonly layer = Layer.effect(
    Hooks,
    Effect.gen(function* () {
      const store = yield* HookStore;
      const audit = yield* AuditLog;
      const templates = yield* Templates;
      const renders = yield* Renders;
      const mac = yield* Mac.Mac;
      const random = yield* SecureRandom.SecureRandom;
      const { base } = yield* PublicUrls;
      const secretOf = Effect.provideService(drawSecret, SecureRandom.SecureRandom, random);
      const urlOf = ({ token }: StoredHook) => `${base}/v1/hooks/${token}`;
      const shown = (hook: StoredHook): Hook => {
        const { requireSignature, createdAt } = hook;
        return { url: urlOf(hook), requireSignature, createdAt };
      };
      const found = <A>(option: Option.Option<A>) =>
        Effect.fromOption(option).pipe(Effect.mapError(() => NotFound.of("inbound hook")));

      const mint = Effect.fn("Hooks.mint")(function* (project: ProjectId, slug: string) {
        const { id: templateId } = yield* templates.find(project, slug);
        const createdAt = yield* DateTime.now;
        const token = `hook_${yield* secretOf}`;
        const drawn = { templateId, token, secret: yield* secretOf, createdAt };
        const kept = yield* audit.recording(store.put({ ...drawn, requireSignature: false }), () =>
          done("minted", project, templateId),
        );
        const { secret, requireSignature } = kept;
        return { token, url: urlOf(kept), secret, requireSignature };
      });

      const get = Effect.fn("Hooks.get")(function* (project: ProjectId, slug: string) {
        const { id } = yield* templates.find(project, slug);
        return shown(yield* found(yield* store.find(id)));
      });

      const update = Effect.fn("Hooks.update")(function* (
        project: ProjectId,
        slug: string,
        { requireSignature }: UpdateHook,
      ) {
        const { id } = yield* templates.find(project, slug);
        const updated = Effect.flatMap(store.update(id, requireSignature), found);
        return shown(yield* audit.recording(updated, () => done("updated", project, id)));
      });

      const remove = Effect.fn("Hooks.remove")(function* (project: ProjectId, slug: string) {
        const { id } = yield* templates.find(project, slug);
        const deletedAt = yield* DateTime.now;
        const removed = Effect.filterOrFail(
          store.remove(id),
          (wasThere) => wasThere,
          () => NotFound.of("inbound hook"),
        );
        yield* audit.recording(removed, () => done("deleted", project, id));
        return { deletedAt };
      });

      const isSigned = Effect.fnUntraced(function* (
        secret: string,
        body: Uint8Array,
        signature: string,
      ) {
        const tag = Hex.decode(signature.toLowerCase());
        if (Result.isFailure(tag)) return false;
        const key = yield* Mac.key(Mac.hmacSha256, new TextEncoder().encode(secret));
        return yield* mac.verify(key, tag.success, body);
      }, Effect.orDie);

      const find = Effect.fn("Hooks.find")(function* (token: string) {
        return yield* Effect.fromOption(yield* store.findTarget(token)).pipe(
          Effect.mapError(() => InvalidToken.of()),
        );
      });

      const verify = Effect.fn("Hooks.verify")(function* (
        { secret, requireSignature }: HookTarget,
        body: Uint8Array,
        signature: string | undefined,
      ) {
        const isRight =
          signature === undefined ? !requireSignature : yield* isSigned(secret, body, signature);
        const refusal =
          signature === undefined ? InvalidSignature.missing() : InvalidSignature.of();
        yield* isRight ? Effect.void : Effect.fail(refusal);
      });

      const receive = Effect.fn("Hooks.receive")(function* (
        { projectId, slug }: HookTarget,
        data: Readonly<Record<string, unknown>>,
      ) {
        const { render } = yield* renders.submit(projectId, slug, { data, source: "webhook" }).pipe(
          Effect.catchTags({
            // Deleted since it was found.
            template_not_found: () => Effect.fail(InvalidToken.of()),
            // No version was asked for.
            version_not_found: Effect.die,
            // Nothing is repeated under a key.
            not_found: Effect.die,
          }),
        );
        return { id: render.id, status: "queued" as const, pollUrl: render.pollUrl };
      });

      return Hooks.of({ mint, get, update, remove, find, verify, receive });
    }),
  );
}

/** How the audit log tells of a hook: it is its template's. */
function done(
  what: "minted" | "updated" | "deleted",
  projectId: ProjectId,
  templateId: StoredHook["templateId"],
): Deed {
  return { action: `hook.${what}`, projectId, target: { kind: "template", id: templateId } };
}
