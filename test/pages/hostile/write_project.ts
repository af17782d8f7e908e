import { assert } from "@effect/vitest";
import { Effect, Schema } from "effect";

import { ApiServer } from "../../../packages/http/_testing/api_server.ts";
import { visit } from "../../../packages/http/_testing/shared_document.ts";
import { LETTER } from "../../support/share_visit.ts";
import { addressOf } from "../../support/signing/signing_by_email.ts";
import { AGENT, call, manifestOf, textsOf } from "./hostile_calls.ts";
import { hostile, hostileUrl } from "./hostile_texts.ts";

const Renders = Schema.Array(Schema.Struct({ id: Schema.String }));

/** What a tenant writes into templates, renders, shares and settings of a project. */
export const writeProject = Effect.gen(function* () {
  const { accountKey, key, project } = yield* ApiServer;
  yield* call(accountKey, "PATCH", `/v1/projects/${project}`, {
    name: hostile("PATCH /v1/projects/{id} name"),
    branding: {
      name: hostile("PATCH /v1/projects/{id} branding.name"),
      footer: hostile("PATCH /v1/projects/{id} branding.footer"),
    },
  });
  const created = yield* call(accountKey, "POST", "/v1/projects", {
    name: hostile("POST /v1/projects name"),
  });
  yield* call(accountKey, "POST", `/v1/projects/${project}/keys`, {
    name: hostile("POST /v1/projects/{id}/keys name"),
  });
  const invite = (name: string) =>
    call(accountKey, "POST", "/v1/members", { email: addressOf("member"), role: "viewer", name });
  yield* invite(hostile("POST /v1/members name"));
  const { id: member } = yield* invite("Vera");
  yield* call(accountKey, "PATCH", `/v1/members/${String(member)}`, {
    name: hostile("PATCH /v1/members/{id} name"),
  });
  const template = textsOf("POST /v1/templates");
  yield* call(key, "POST", "/v1/templates", {
    slug: "hostile",
    name: template("name"),
    description: template("description"),
    manifest: manifestOf("POST /v1/templates"),
  });
  const replaced = textsOf("PUT /v1/templates/{slug}");
  yield* call(key, "PUT", "/v1/templates/replaced", {
    name: "Replaced",
    manifest: { variables: [], loops: [] },
  });
  yield* call(key, "PUT", "/v1/templates/replaced", {
    name: replaced("name"),
    description: replaced("description"),
    manifest: manifestOf("PUT /v1/templates/{slug}"),
  });
  const copied = yield* call(
    accountKey,
    "POST",
    `/v1/projects/${String(created["id"])}/templates/copy`,
    {
      sourceProjectId: project,
      sourceTemplateSlug: "hostile",
      name: hostile("POST /v1/projects/{id}/templates/copy name"),
    },
  );
  const render = textsOf("POST /v1/templates/{slug}/render");
  // The role of a layout is the role of recipients, and its labels are those of fields.
  const ofLayout = (length: number) => hostile("PUT /v1/templates/{slug} layout", length);
  const box = { x: 20, width: 100, height: 15 };
  yield* call(key, "PUT", "/v1/templates/contract", {
    name: "Contract",
    manifest: { variables: [], loops: [] },
    layout: {
      basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
      schemas: [
        [
          {
            name: "sign",
            type: "signature",
            role: ofLayout(60),
            position: { ...box, y: 30 },
            ...box,
          },
          {
            name: "town",
            type: "signingText",
            role: ofLayout(60),
            label: ofLayout(160),
            position: { ...box, y: 60 },
            ...box,
          },
        ],
      ],
    },
  });
  const contract = yield* call(key, "POST", "/v1/templates/contract/render", {
    data: {},
    options: { sync: true },
  });
  const submitted = yield* call(key, "POST", "/v1/templates/hostile/render", {
    data: { customer: { name: render("data") }, items: [{ title: "a" }] },
    jobId: render("jobId"),
    options: { sync: true, filename: render("options.filename") },
  });
  assert.strictEqual(submitted["status"], "succeeded", JSON.stringify(submitted));
  const path = `/v1/renders/${String(submitted["id"])}`;
  const batch = textsOf("POST /v1/renders/batch");
  const { id: batchId } = yield* call(key, "POST", "/v1/renders/batch", {
    template: "hostile",
    items: [
      {
        data: { customer: { name: batch("items[].data") }, items: [] },
        filename: batch("items[].filename"),
      },
    ],
  });
  const { renders: batchRenders } = yield* call(
    key,
    "GET",
    `/v1/renders?batchId=${String(batchId)}`,
  );
  const document = yield* call(key, "POST", "/v1/documents", {
    name: `${hostile("POST /v1/documents name", 250)}.pdf`,
    data: Buffer.from(LETTER).toString("base64"),
  });
  const share = yield* call(key, "POST", `${path}/shares`, {
    message: hostile("POST /v1/renders/{id}/shares message"),
  });
  const email = textsOf("POST /v1/renders/{id}/email");
  yield* call(key, "POST", `${path}/email`, {
    to: addressOf("reader"),
    recipientName: email("recipientName"),
    message: email("message"),
  });
  yield* call(key, "POST", `${path}/events`, {
    eventType: "viewed",
    metadata: {
      [hostile("POST /v1/renders/{id}/events metadata")]: "a",
      b: hostile("POST /v1/renders/{id}/events metadata"),
    },
  });
  yield* visit(`/share/${String(share["shareToken"])}`, AGENT);
  const webhook = yield* call(key, "POST", "/v1/webhooks", {
    url: hostileUrl("POST /v1/webhooks url"),
    description: hostile("POST /v1/webhooks description"),
    events: ["*"],
  });
  const { id: changed } = yield* call(key, "POST", "/v1/webhooks", {
    url: "https://partner.test/",
  });
  yield* call(key, "PATCH", `/v1/webhooks/${String(changed)}`, {
    url: hostileUrl("PATCH /v1/webhooks/{id} url"),
    description: hostile("PATCH /v1/webhooks/{id} description"),
  });
  const hook = yield* call(key, "POST", "/v1/templates/hostile/hook");
  const { id: inbound } = yield* call("", "POST", `/v1/hooks/${String(hook["token"])}`, {
    customer: { name: hostile("POST /v1/hooks/{token} ") },
    items: [],
  });
  return {
    render: String(submitted["id"]),
    document: String(document["id"]),
    contract: String(contract["id"]),
    role: ofLayout(60),
    batched: (yield* Schema.decodeUnknownEffect(Renders)(batchRenders)).map(({ id }) => id),
    inbound: String(inbound),
    batch: String(batchId),
    copied: String(copied["slug"]),
    otherProject: String(created["id"]),
    share: { id: String(share["id"]), url: String(share["shareUrl"]) },
    webhooks: [String(webhook["id"]), String(changed)],
  };
});
export type Project = Effect.Success<typeof writeProject>;
