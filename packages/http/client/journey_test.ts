import { assert, layer } from "@effect/vitest";
import { RenderId } from "@paraph/core/values";
import { Effect } from "effect";

import { INVOICE, INVOICE_DATA } from "../_testing/api_client.ts";
import { ADMIN_KEY, apiServer, ApiServer } from "../_testing/api_server.ts";
import { rejection } from "../_testing/rejection.ts";
import { succeedRender } from "../_testing/succeeded_render.ts";
import { connect, type Paraph } from "./mod.ts";

const BYTES = new TextEncoder().encode("%PDF-1.7\n%%EOF\n");

/** A client with one of the keys of the server. */
const connectClient = Effect.fnUntraced(function* (
  key: "key" | "accountKey" | "embedKey" | "admin" = "key",
) {
  const server = yield* ApiServer;
  const url = `http://127.0.0.1:${server.port}`;
  return connect({ url, key: key === "admin" ? ADMIN_KEY : server[key] });
});

/** A succeeded render of a new template. */
const createRender = Effect.fnUntraced(function* (paraph: Paraph, slug: string) {
  const template = { name: slug, manifest: INVOICE };
  const { id } = yield* Effect.promise(async () => {
    await paraph.templates.publish(slug, template);
    return paraph.renders.submit(slug, { data: INVOICE_DATA });
  });
  yield* succeedRender(RenderId.make(id), BYTES);
  return id;
});

layer(apiServer, { excludeTestServices: true })("a client of a server", (it) => {
  it.effect("publishes, renders, downloads, shares and lists events", () =>
    Effect.gen(function* () {
      const paraph = yield* connectClient();
      const id = yield* createRender(paraph, "receipt");
      yield* Effect.promise(async () => {
        const { templates, renders, shares, engagement, events } = paraph;
        const [template] = (await templates.list()).templates;
        assert.strictEqual(template?.slug, "receipt");
        assert.lengthOf((await templates.versions("receipt")).versions, 1);

        const finalRender = await renders.wait(id);
        assert.match(finalRender.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
        assert.deepEqual([...(await renders.download(id))], [...BYTES]);
        const all = await Array.fromAsync(renders.all({ limit: 1, template: "receipt" }));
        assert.deepEqual(
          all.map((render) => render.id),
          [id],
        );

        const options = { idempotencyKey: "share-1" };
        const share = await shares.create(id, { message: "Look" }, options);
        assert.deepEqual(await shares.create(id, { message: "Look" }, options), share);
        assert.deepEqual((await shares.list(id)).shares, [share]);
        assert.deepEqual(await engagement.record(id, { eventType: "printed" }), { recorded: true });
        assert.strictEqual((await engagement.get(id)).counts.printed, 1);
        await shares.revoke(id, share.id);

        const types: Array<string> = [];
        for await (const { type } of events.follow()) {
          if (types.push(type) === 4) break;
        }
        assert.include(types, "render.queued");
        assert.deepEqual(await templates.remove("receipt").then(({ slug }) => slug), "receipt");
      });
    }),
  );

  it.effect("gets the failures of the contract, with issues and a request id", () =>
    Effect.gen(function* () {
      const { templates, renders } = yield* connectClient();
      const missing = yield* rejection(() => templates.get("nothing"));
      assert.deepInclude(missing, { _tag: "template_not_found", status: 404 });
      // @ts-expect-error -- programs in JavaScript can pass anything
      const invalid = yield* rejection(() => templates.publish("invalid", { name: 3 }));
      assert.deepNestedInclude(invalid, { _tag: "invalid_request", status: 400 });
      assert.nestedProperty(invalid, "issues.fieldErrors.name");
      assert.match(String(Reflect.get(Object(invalid), "requestId")), /^[0-9a-f-]{36}$/);
      const missingFile = yield* rejection(() =>
        renders.download("00000000-0000-7000-8000-000000000000"),
      );
      assert.deepInclude(missingFile, { _tag: "not_found" });
    }),
  );

  it.effect("manages webhooks", () =>
    Effect.gen(function* () {
      const { webhooks } = yield* connectClient();
      yield* Effect.promise(async () => {
        const { id, secret } = await webhooks.create({ url: "http://127.0.0.1:9/hook" });
        assert.deepEqual(
          (await webhooks.list()).webhooks.map((one) => one.id),
          [id],
        );
        assert.notStrictEqual((await webhooks.rotate(id)).secret, secret);
        const delivery = await webhooks.test(id);
        assert.deepEqual((await webhooks.deliveries(id, { limit: 5 })).deliveries, [delivery]);
        const all = await Array.fromAsync(webhooks.allDeliveries(id));
        assert.lengthOf(all, 1);
        await webhooks.replay(id, delivery.id);
        assert.isFalse((await webhooks.update(id, { enabled: false })).enabled);
        assert.strictEqual((await webhooks.get(id)).url, "http://127.0.0.1:9/hook");
        await webhooks.remove(id);
      });
    }),
  );

  it.effect("sends signed data to inbound webhooks", () =>
    Effect.gen(function* () {
      const { templates, hooks } = yield* connectClient();
      const { port } = yield* ApiServer;
      const { secret, token } = yield* Effect.promise(async () => {
        await templates.publish("hooked", { name: "Hooked", manifest: INVOICE });
        return hooks.mint("hooked");
      });
      const submission = yield* Effect.promise(async () => {
        await hooks.update("hooked", { requireSignature: true });
        // By token with this client, and by URL with a client without a key.
        await hooks.send(token, INVOICE_DATA, { secret });
        const keyless = connect({ url: "http://127.0.0.1:9", key: null });
        const webhookUrl = `http://127.0.0.1:${port}/v1/hooks/${token}`;
        return keyless.hooks.send(webhookUrl, INVOICE_DATA, { secret });
      });
      assert.strictEqual(submission.status, "queued");
      const failure = yield* rejection(() => hooks.send(token, INVOICE_DATA));
      assert.deepInclude(failure, { _tag: "invalid_signature", status: 401 });
      yield* Effect.promise(() => hooks.remove("hooked"));
      assert.propertyVal(yield* rejection(() => hooks.get("hooked")), "_tag", "not_found");
    }),
  );

  it.effect("requests signatures", () =>
    Effect.gen(function* () {
      const paraph = yield* connectClient();
      const render = yield* Effect.promise(async () => {
        await paraph.templates.publish("contract", { name: "Contract", manifest: INVOICE });
        return paraph.renders.submit("contract", { data: INVOICE_DATA });
      });
      const request = {
        renderId: render.id,
        recipients: [{ firstName: "Ada", email: "ada@paraph.test", designation: "Approver" }],
      } as const;
      const conflict = yield* rejection(() => paraph.signatures.create(request));
      assert.propertyVal(conflict, "_tag", "conflict");
      assert.deepEqual(yield* Effect.promise(() => Array.fromAsync(paraph.signatures.all())), []);
      const noCertificate = yield* rejection(() => paraph.signatures.certificate("nothing"));
      assert.propertyVal(noCertificate, "_tag", "not_found");
    }),
  );

  it.effect("manages the projects of an account", () =>
    Effect.gen(function* () {
      const { projects } = yield* connectClient("accountKey");
      const { project } = yield* ApiServer;
      yield* Effect.promise(async () => {
        const { id } = await projects.create({ name: "Books" });
        assert.strictEqual((await projects.update(id, { name: "Bills" })).name, "Bills");
        const key = await projects.mintKey(id);
        assert.match(String(key.key), /^svc_test_/);
        assert.lengthOf((await projects.listKeys(id)).keys, 1);
        await projects.revokeKey(id, key.id);
        await projects.remove(id);
        assert.include(
          (await projects.list()).projects.map((one) => one.id),
          project,
        );
      });
    }),
  );

  it.effect("embeds", () =>
    Effect.gen(function* () {
      const { embed } = yield* connectClient("embedKey");
      yield* Effect.promise(async () => {
        const { _id: templateExternalId } = (
          await embed.templates.create({ documentTemplate: { name: "Draft" } })
        ).documentTemplate;
        assert.lengthOf((await embed.templates.list()).templates, 1);
        assert.isFalse((await embed.templates.get(templateExternalId)).documentTemplate.sD);
        await embed.catalogs.create({ name: "All", catalog: { namespaces: [], loops: [] } });
        assert.lengthOf((await embed.catalogs.list()).catalogs, 1);
        const session = await embed.sessions.create({
          tenant: { externalId: "acme" },
          actor: { externalId: "ada" },
          scope: { mode: "edit", templateExternalId },
        });
        const renewal = await embed.sessions.renew(session.renew_token ?? "");
        assert.strictEqual(renewal.session_id, session.session_id);
        assert.isUndefined(await embed.sessions.end(session.session_id));
        assert.deepEqual(await Array.fromAsync(embed.renders.all()), []);
        await embed.templates.remove(templateExternalId);
      });
      const flat = yield* rejection(() =>
        // @ts-expect-error -- programs in JavaScript can pass anything
        embed.sessions.create({ tenant: {} }),
      );
      assert.deepInclude(flat, { _tag: "invalid_request", status: 422 });
    }),
  );

  it.effect("provisions organisations", () =>
    Effect.gen(function* () {
      const { admin } = yield* connectClient("admin");
      yield* Effect.promise(async () => {
        const organisation = await admin.provision({ externalOrgId: "client-journey" });
        assert.isTrue(organisation.created);
        const suspension = await admin.change({ externalOrgId: "client-journey", suspended: true });
        assert.isTrue(suspension.suspended);
      });
    }),
  );
});
