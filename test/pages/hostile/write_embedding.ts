import { Effect } from "effect";

import { ADMIN_KEY } from "../../../packages/http/_testing/api_server.ts";
import { fieldsOf } from "../../../packages/http/_testing/body.ts";
import { EINVOICE_TEMPLATE } from "../../../packages/http/_testing/einvoice_template.ts";
import { LETTER } from "../../support/share_visit.ts";
import { call, manifestOf, textsOf } from "./hostile_calls.ts";
import { hostile, hostileUrl } from "./hostile_texts.ts";

/** What an integrator and its users write: an organisation, templates, catalogs and sessions. */
export const writeEmbedding = Effect.fnUntraced(function* (drafted: (field: string) => object) {
  const provision = textsOf("POST /v1/admin/provision");
  const organisation = yield* call(ADMIN_KEY, "POST", "/v1/admin/provision", {
    externalOrgId: provision("externalOrgId"),
    name: provision("name"),
    allowedOrigins: ["https://partner.test"],
  });
  yield* call(ADMIN_KEY, "PATCH", "/v1/admin/provision", {
    externalOrgId: provision("externalOrgId"),
    name: hostile("PATCH /v1/admin/provision name"),
  });
  const key = String(organisation["apiKey"]);
  const builder = textsOf("POST /v1/embed/builder/templates");
  const saved = textsOf("PUT /v1/embed/builder/templates/{id}");
  const layout = (text: string) => ({
    basePdf: { width: 210, height: 297, padding: [20, 20, 20, 20] },
    schemas: [
      [
        {
          name: text,
          type: "text",
          content: text.replaceAll(/[{}]/gu, ""),
          position: { x: 20, y: 30 },
          width: 120,
          height: 10,
          readOnly: true,
        },
      ],
    ],
  });
  const templateOf = ({ documentTemplate }: Readonly<Record<string, unknown>>) =>
    String(fieldsOf({ json: documentTemplate })["_id"]);
  const path = "/v1/embed/builder/templates";
  const created = templateOf(
    yield* call(key, "POST", path, {
      documentTemplate: {
        name: builder("documentTemplate.name"),
        layout: layout(builder("documentTemplate.layout", 60)),
        presetKey: builder("documentTemplate.presetKey"),
      },
    }),
  );
  const changed = templateOf(yield* call(key, "POST", path, { documentTemplate: { name: "Old" } }));
  yield* call(key, "PUT", `${path}/${changed}`, {
    documentTemplate: {
      name: saved("documentTemplate.name"),
      layout: layout(saved("documentTemplate.layout", 60)),
      presetKey: saved("documentTemplate.presetKey"),
    },
  });
  yield* call(key, "PUT", "/v1/templates/form", {
    name: "Form",
    manifest: manifestOf("POST /v1/templates"),
  });
  const form = yield* call(key, "GET", "/v1/templates/form");
  const einvoice = yield* call(key, "PUT", "/v1/templates/einvoice", {
    ...EINVOICE_TEMPLATE,
    einvoice: {
      ...EINVOICE_TEMPLATE.einvoice,
      map: {
        ...EINVOICE_TEMPLATE.einvoice.map,
        "BT-27": { value: hostile("PUT /v1/templates/{slug} einvoice.map.*.value") },
      },
    },
  });
  const document = yield* call(key, "POST", "/v1/documents", {
    name: "Lease.pdf",
    data: Buffer.from(LETTER).toString("base64"),
  });
  const session = textsOf("POST /v1/embed/sessions");
  const catalogOf = (text: (path: string) => string) => ({
    allowCustom: true,
    namespaces: [
      {
        key: "booking",
        label: text("namespaces[].label"),
        variables: [
          {
            key: "number",
            label: text("namespaces[].variables[].label"),
            description: text("namespaces[].variables[].description"),
            format: text("namespaces[].variables[].format"),
            previewData: text("namespaces[].variables[].previewData"),
            dataType: "text",
          },
        ],
      },
    ],
    loops: [
      {
        key: "items",
        label: text("loops[].label"),
        description: text("loops[].description"),
        itemFields: [
          {
            key: "title",
            label: text("loops[].itemFields[].label"),
            format: text("loops[].itemFields[].format"),
            dataType: "text",
          },
        ],
        previewData: [{ title: text("loops[].previewData") }],
      },
    ],
  });
  const open = Effect.fnUntraced(function* (scope: object, more: object = {}) {
    const opened = yield* call(key, "POST", "/v1/embed/sessions", {
      tenant: {
        externalId: session("tenant.externalId"),
        displayName: session("tenant.displayName"),
      },
      actor: { externalId: session("actor.externalId"), displayName: session("actor.displayName") },
      appearance: { title: session("appearance.title") },
      callbacks: { closeUrl: hostileUrl("POST /v1/embed/sessions callbacks.closeUrl") },
      scope,
      ...more,
    });
    return {
      id: String(opened["session_id"]),
      url: String(opened["iframe_url"]),
      token: String(opened["session_token"]),
    };
  });
  yield* call(key, "POST", "/v1/embed/catalogs", {
    name: "stored",
    catalog: catalogOf((each) => hostile(`POST /v1/embed/catalogs catalog.${each}`)),
  });
  const send = { mode: "send", renderId: String(document["id"]) };
  const ownOrigin = { origin: "https://partner.test" };
  const sending = yield* open(send);
  yield* call(
    sending.token,
    "PUT",
    `/v1/embed/send/${sending.id}/draft`,
    {
      request: {
        ...drafted("PUT /v1/embed/send/{sessionId}/draft request"),
        renderId: send.renderId,
      },
    },
    ownOrigin,
  );
  const fill = { mode: "fill", templateExternalId: String(form["id"]) };
  const filling = yield* open(fill);
  const data = hostile("POST /v1/embed/form-submit/{sessionId} data");
  const submission = yield* call(
    filling.token,
    "POST",
    `/v1/embed/form-submit/${filling.id}`,
    { data: { customer: { name: data } } },
    ownOrigin,
  );
  const openUrl = (scope: object, more: object = {}) =>
    Effect.map(open(scope, more), ({ url }) => url);
  return {
    key,
    template: String(form["id"]),
    submitted: String(submission["id"]),
    own: yield* openUrl({ mode: "edit", templateExternalId: String(form["id"]) }),
    einvoice: yield* openUrl({ mode: "edit", templateExternalId: String(einvoice["id"]) }),
    send: sending.url,
    builder: yield* openUrl(
      { mode: "edit", templateExternalId: created },
      { variableCatalog: catalogOf((each) => session(`variableCatalog.${each}`)) },
    ),
    saved: yield* openUrl(
      { mode: "edit", templateExternalId: changed },
      { catalogRef: { name: "stored" } },
    ),
    form: yield* openUrl(fill, {
      form: {
        prefill: { customer: { name: session("form.prefill") } },
        redirectUrl: hostileUrl("POST /v1/embed/sessions form.redirectUrl"),
      },
    }),
  };
});

export type Embedding = Effect.Success<ReturnType<typeof writeEmbedding>>;
