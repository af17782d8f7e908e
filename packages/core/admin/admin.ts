import { Context, Effect, Layer, Option } from "effect";

import { AuditLog, type AuditNotes, type NewAuditEntry } from "../audit/mod.ts";
import { keyedRequest, idempotent } from "../idempotency/mod.ts";
import { Keys } from "../keys/mod.ts";
import { Projects } from "../projects/mod.ts";
import { AccountId, NotFound, type ProjectId, Transaction } from "../values/mod.ts";
import { normaliseOrigins } from "./origin.ts";
import { PartnerStore, type StoredPartner } from "./partner_store.ts";
import type { ChangePartner, Provision, ProvisionedPartner } from "./provision.ts";

/** The name of an integrator's key in lists. */
const KEY_NAME = "Provisioned";

/** Provisions organisations: each gets one account, project and key, also by concurrent requests. */
export class Admin extends Context.Service<
  Admin,
  {
    /**
     * Provisions an organisation, or returns an existing one; rotates its key on request. Runs once per
     * idempotency key; a replay has no project key.
     */
    readonly provision: (
      request: Provision,
      idempotencyKey?: string,
    ) => Effect.Effect<ProvisionedPartner, NotFound>;
    /** Changes an organisation; fails if it was never provisioned. */
    readonly change: (request: ChangePartner) => Effect.Effect<ProvisionedPartner, NotFound>;
  }
>()("@paraph/core/admin/Admin") {
  static readonly layer = Layer.effect(
    Admin,
    Effect.gen(function* () {
      const store = yield* PartnerStore;
      const audit = yield* AuditLog;
      const transaction = yield* Transaction;
      const runOnce = yield* idempotent;
      const projects = yield* Projects;
      const keys = yield* Keys;
      const createKey = (projectId: ProjectId) =>
        keys.create({ kind: "project", projectId }, KEY_NAME);

      const open = Effect.fnUntraced(function* (request: Provision) {
        const { externalOrgId, name = externalOrgId } = request;
        const { allowedOrigins = [], embedEnabled = true, emailFrom = null } = request;
        const { id: accountId, createdAt } = yield* projects.openAccount(name);
        // This transaction has created the account.
        const project = yield* Effect.orDie(projects.create(accountId, name));
        const { id: keyId, key: apiKey, prefix: keyPrefix } = yield* createKey(project.id);
        const partner = {
          externalOrgId,
          accountId,
          projectId: project.id,
          embedEnabled,
          emailFrom,
          allowedOrigins: normaliseOrigins(allowedOrigins),
        };
        yield* store.add({ ...partner, keyId, createdAt });
        yield* audit.record(auditEntry("org.provisioned", partner));
        const { slug } = project;
        return { ...partner, slug, keyPrefix, suspended: false, apiKey, created: true };
      });

      const rotate = Effect.fnUntraced(function* (partner: StoredPartner) {
        const { externalOrgId, projectId } = partner;
        const { id: keyId, key: apiKey, prefix: keyPrefix } = yield* createKey(projectId);
        // The account may have revoked the key already.
        yield* Effect.ignore(keys.revoke({ kind: "project", projectId }, partner.keyId));
        yield* store.change(externalOrgId, { keyId });
        yield* audit.record(auditEntry("org.key_rotated", partner));
        return { ...withoutKey(partner), keyPrefix, apiKey };
      });

      /** Replaces a project that its account has deleted, and its key. */
      const reopen = Effect.fnUntraced(function* (partner: StoredPartner, { name }: Provision) {
        const { externalOrgId, accountId } = partner;
        // Accounts are never deleted.
        const project = yield* Effect.orDie(projects.create(accountId, name ?? externalOrgId));
        const { id: projectId, slug } = project;
        const { id: keyId, key: apiKey, prefix: keyPrefix } = yield* createKey(projectId);
        yield* store.change(externalOrgId, { projectId, keyId });
        yield* audit.record(auditEntry("org.provisioned", { externalOrgId, projectId }));
        return { ...withoutKey(partner), projectId, slug, keyPrefix, apiKey, created: true };
      });

      /** Concurrent requests of an organisation wait for the first and find its result. */
      const provisionLocked = Effect.fnUntraced(function* (request: Provision) {
        yield* store.lock(request.externalOrgId);
        const partner = yield* store.find(request.externalOrgId);
        if (Option.isNone(partner)) return yield* open(request);
        if (partner.value.projectDeleted) return yield* reopen(partner.value, request);
        return request.rotateKey === true
          ? yield* rotate(partner.value)
          : withoutKey(partner.value);
      });

      const provision = Effect.fn("Admin.provision")(function* (
        request: Provision,
        idempotencyKey?: string,
      ) {
        if (request.rotateKey !== true && idempotencyKey === undefined) {
          const partner = yield* store.find(request.externalOrgId);
          if (Option.isSome(partner) && !partner.value.projectDeleted)
            return withoutKey(partner.value);
        }
        // An organisation keeps its account, so the account identifies it.
        const withId = (partner: ProvisionedPartner) => ({ id: partner.accountId, partner });
        const scope = { operation: "orgs.provision", within: DEPLOYMENT } as const;
        const { value } = yield* runOnce(keyedRequest(scope, idempotencyKey), {
          replay: (id) =>
            Effect.flatMap(store.findByAccount(AccountId.make(id)), live).pipe(
              Effect.map((partner) => withId(withoutKey(partner))),
            ),
          prepare: Effect.void,
          make: () => Effect.map(provisionLocked(request), withId),
        });
        return value.partner;
      });

      const apply = Effect.fnUntraced(function* (request: ChangePartner) {
        const { externalOrgId, name, allowedOrigins, ...rest } = request;
        yield* store.lock(externalOrgId);
        const { accountId, projectId } = yield* existing(externalOrgId);
        if (name !== undefined) yield* projects.update(accountId, projectId, { name });
        const origins = allowedOrigins && { allowedOrigins: normaliseOrigins(allowedOrigins) };
        yield* store.change(externalOrgId, { ...rest, ...origins });
        const { suspended, embedEnabled } = rest;
        yield* audit.record(
          auditEntry(
            "org.changed",
            { externalOrgId, projectId },
            {
              ...(suspended === undefined ? {} : { suspended }),
              ...(embedEnabled === undefined ? {} : { embedEnabled }),
            },
          ),
        );
        return withoutKey(yield* existing(externalOrgId));
      });

      const existing = Effect.fnUntraced(function* (externalOrgId: string) {
        return yield* live(yield* store.find(externalOrgId));
      });

      const live = (partner: Option.Option<StoredPartner>) =>
        Effect.fromOption(
          Option.filter(partner, ({ projectDeleted }) => !projectDeleted),
          () => NotFound.of("organisation"),
        );

      const change = Effect.fn("Admin.change")((request: ChangePartner) =>
        transaction.run(apply(request)),
      );

      return Admin.of({ provision, change });
    }),
  );
}

/** The scope of idempotency keys of operators: the deployment, which has no id. */
const DEPLOYMENT = "00000000-0000-0000-0000-000000000000";

/** An existing integrator, without its key. */
function withoutKey(row: StoredPartner): ProvisionedPartner {
  const { keyId: _, projectDeleted: __, ...partner } = row;
  return { ...partner, apiKey: null, created: false };
}

function auditEntry(
  action: "org.provisioned" | "org.changed" | "org.key_rotated",
  { externalOrgId: id, projectId }: Pick<StoredPartner, "externalOrgId" | "projectId">,
  details: AuditNotes = {},
): NewAuditEntry {
  return { action, projectId, target: { kind: "org", id }, details };
}
