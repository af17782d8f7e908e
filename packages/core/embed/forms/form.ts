import { Schema } from "effect";

import { Render, RenderQuery } from "../../renders/mod.ts";
import { EmbedSessionId, isStorableText, PageEnd } from "../../values/mod.ts";
import { Actor, Tenant } from "../sessions/session.ts";

/** The data of a form to submit. */
export const SubmitForm = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown).annotateKey({
    description: "Data of the template's variables and loops.",
  }),
}).annotate({ identifier: "SubmitForm", description: "The data of a form." });
export type SubmitForm = typeof SubmitForm.Type;

/** The render of a submitted form, and its submitter. */
export const FormRender = Schema.Struct({
  ...Render.fields,
  sessionId: EmbedSessionId.annotateKey({
    description: "ID of the embed session that submitted the form.",
  }),
  tenant: Tenant.annotateKey({ description: "Tenant of the session." }),
  actor: Actor.annotateKey({ description: "User who submitted the form." }),
}).annotate({
  identifier: "FormRender",
  description: "The render of a submitted form, with its submitter.",
});
export type FormRender = typeof FormRender.Type;

/** Filters the list of submitted forms. */
export const FormRenderQuery = Schema.Struct({
  limit: RenderQuery.fields.limit,
  cursor: RenderQuery.fields.cursor,
  status: RenderQuery.fields.status,
  tenant: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter(
        (text) => isStorableText(text) || "Contains a character that no tenant can have",
      ),
    ),
  ).annotateKey({ description: "Returns only the renders of the tenant with this `externalId`." }),
});
export type FormRenderQuery = typeof FormRenderQuery.Type;

/** A page of submitted forms, newest first. */
export const FormRenderPage = Schema.Struct({
  renders: Schema.Array(FormRender).annotateKey({
    description: "Renders of submitted forms, newest first.",
  }),
  ...PageEnd,
}).annotate({
  identifier: "FormRenderPage",
  description: "A page of renders of submitted forms, newest first.",
});
export type FormRenderPage = typeof FormRenderPage.Type;
