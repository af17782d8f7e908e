import { Schema } from "effect";

import { Render, RenderQuery } from "../../renders/mod.ts";
import { EmbedSessionId, isStorableText } from "../../values/mod.ts";
import { Actor, Tenant } from "../sessions/session.ts";

/** The data of a form to submit. */
export const SubmitForm = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown),
}).annotate({ identifier: "SubmitForm" });
export type SubmitForm = typeof SubmitForm.Type;

/** The render of a submitted form, and its submitter. */
export const FormRender = Schema.Struct({
  ...Render.fields,
  sessionId: EmbedSessionId,
  tenant: Tenant,
  actor: Actor,
}).annotate({ identifier: "FormRender" });
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
  ),
});
export type FormRenderQuery = typeof FormRenderQuery.Type;

/** A page of submitted forms, newest first. */
export const FormRenderPage = Schema.Struct({
  renders: Schema.Array(FormRender),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "FormRenderPage" });
export type FormRenderPage = typeof FormRenderPage.Type;
