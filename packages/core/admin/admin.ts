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
      wanted: Provision,
      idempotencyKey?: string,
    ) => Effect.Effect<ProvisionedPartner, NotFound>;
    /** Changes an organisation; fails if it was never provisioned. */
    readonly change: (wanted: ChangePartner) => Effect.Effect<ProvisionedPartner, NotFound>;
  }
>()("@paraph/core/admin/Admin") {
  static readonly layer = Layer.effect(
    Admin,
    Effect.gen(function* () {
      const store = yield* PartnerStore;
      const audit = yield* AuditLog;
      const transaction = yield* Transaction;
      const repeat = yield* idempotent;
      const projects = yield* Projects;
      const keys = yield* Keys;
      const mint = (projectId: ProjectId) => keys.mint({ kind: "project", projectId }, KEY_NAME);

      const open = Effect.fnUntraced(function* (wanted: Provision) {
        const { externalOrgId, name = externalOrgId } = wanted;
        const { allowedOrigins = [], embedEnabled = true, emailFrom = null } = wanted;
        const { id: accountId, createdAt } = yield* projects.openAccount(name);
        // This transaction has created the account.
        const project = yield* Effect.orDie(projects.create(accountId, name));
        const { id: keyId, key: apiKey, prefix: keyPrefix } = yield* mint(project.id);
        const partner = {
          externalOrgId,
          accountId,
          projectId: project.id,
          embedEnabled,
          emailFrom,
          allowedOrigins: normaliseOrigins(allowedOrigins),
        };
        yield* store.add({ ...partner, keyId, createdAt });
        yield* audit.record(done("org.provisioned", partner));
        const { slug } = project;
        return { ...partner, slug, keyPrefix, suspended: false, apiKey, created: true };
      });

      const rotate = Effect.fnUntraced(function* (partner: StoredPartner) {
        const { externalOrgId, projectId } = partner;
        const { id: keyId, key: apiKey, prefix: keyPrefix } = yield* mint(projectId);
        // The account may have revoked the key already.
        yield* Effect.ignore(keys.revoke({ kind: "project", projectId }, partner.keyId));
        yield* store.change(externalOrgId, { keyId });
        yield* audit.record(done("org.key_rotated", partner));
        return { ...shown(partner), keyPrefix, apiKey };
      });

      /** Replaces a project that its account has deleted, and its key. */
      const reopen = Effect.fnUntraced(function* (partner: StoredPartner, { name }: Provision) {
        const { externalOrgId, accountId } = partner;
        // Accounts are never deleted.
        const project = yield* Effect.orDie(projects.create(accountId, name ?? externalOrgId));
        const { id: projectId, slug } = project;
        const { id: keyId, key: apiKey, prefix: keyPrefix } = yield* mint(projectId);
        yield* store.change(externalOrgId, { projectId, keyId });
        yield* audit.record(done("org.provisioned", { externalOrgId, projectId }));
        return { ...shown(partner), projectId, slug, keyPrefix, apiKey, created: true };
      });

      /** Concurrent requests of an organisation wait for the first and find its result. */
      const locked = Effect.fnUntraced(function* (wanted: Provision) {
        yield* store.lock(wanted.externalOrgId);
        const found = yield* store.find(wanted.externalOrgId);
        if (Option.isNone(found)) return yield* open(wanted);
        if (found.value.projectDeleted) return yield* reopen(found.value, wanted);
        return wanted.rotateKey === true ? yield* rotate(found.value) : shown(found.value);
      });

      const provision = Effect.fn("Admin.provision")(function* (
        wanted: Provision,
        idempotencyKey?: string,
      ) {
        if (wanted.rotateKey !== true && idempotencyKey === undefined) {
          const found = yield* store.find(wanted.externalOrgId);
          if (Option.isSome(found) && !found.value.projectDeleted) return shown(found.value);
        }
        // An organisation keeps its account, so the account identifies it.
        const identified = (partner: ProvisionedPartner) => ({ id: partner.accountId, partner });
        const scope = { operation: "orgs.provision", within: DEPLOYMENT } as const;
        const { value } = yield* repeat(keyedRequest(scope, idempotencyKey), {
          replay: (id) =>
            Effect.flatMap(store.findByAccount(AccountId.make(id)), live).pipe(
              Effect.map((partner) => identified(shown(partner))),
            ),
          prepare: Effect.void,
          make: () => Effect.map(locked(wanted), identified),
        });
        return value.partner;
      });

      const apply = Effect.fnUntraced(function* (wanted: ChangePartner) {
        const { externalOrgId, name, allowedOrigins, ...rest } = wanted;
        yield* store.lock(externalOrgId);
        const { accountId, projectId } = yield* existing(externalOrgId);
        if (name !== undefined) yield* projects.rename(accountId, projectId, name);
        const origins = allowedOrigins && { allowedOrigins: normaliseOrigins(allowedOrigins) };
        yield* store.change(externalOrgId, { ...rest, ...origins });
        const { suspended, embedEnabled } = rest;
        yield* audit.record(
          done(
            "org.changed",
            { externalOrgId, projectId },
            {
              ...(suspended === undefined ? {} : { suspended }),
              ...(embedEnabled === undefined ? {} : { embedEnabled }),
            },
          ),
        );
        return shown(yield* existing(externalOrgId));
      });

      const existing = Effect.fnUntraced(function* (externalOrgId: string) {
        return yield* live(yield* store.find(externalOrgId));
      });

      const live = (found: Option.Option<StoredPartner>) =>
        Effect.fromOption(
          Option.filter(found, ({ projectDeleted }) => !projectDeleted),
          () => NotFound.of("organisation"),
        );

      const change = Effect.fn("Admin.change")((wanted: ChangePartner) =>
        transaction.run(apply(wanted)),
      );

      return Admin.of({ provision, change });
    }),
  );
}

/** The scope of idempotency keys of operators: the deployment, which has no id. */
const DEPLOYMENT = "00000000-0000-0000-0000-000000000000";

/** An existing integrator, without its key. */
function shown(stored: StoredPartner): ProvisionedPartner {
  const { keyId: _, projectDeleted: __, ...partner } = stored;
  return { ...partner, apiKey: null, created: false };
}

function done(
  action: "org.provisioned" | "org.changed" | "org.key_rotated",
  { externalOrgId: id, projectId }: Pick<StoredPartner, "externalOrgId" | "projectId">,
  details: AuditNotes = {},
): NewAuditEntry {
  return { action, projectId, target: { kind: "org", id }, details };
}
