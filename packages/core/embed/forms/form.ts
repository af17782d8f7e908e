import { Schema } from "effect";

import { Render, RenderQuery } from "../../renders/mod.ts";
import { EmbedSessionId, isStorableText } from "../../values/mod.ts";
import { Actor, Tenant } from "../sessions/session.ts";

/** What somebody has filled in. */
export const SubmitForm = Schema.Struct({
  data: Schema.Record(Schema.String, Schema.Unknown),
}).annotate({ identifier: "SubmitForm" });
export type SubmitForm = typeof SubmitForm.Type;

/** A render that came of a form, and whose form it was. */
export const FormRender = Schema.Struct({
  ...Render.fields,
  sessionId: EmbedSessionId,
  tenant: Tenant,
  actor: Actor,
}).annotate({ identifier: "FormRender" });
export type FormRender = typeof FormRender.Type;

/** Which of them to list. */
export const FormRenderQuery = Schema.Struct({
  limit: RenderQuery.fields.limit,
  cursor: RenderQuery.fields.cursor,
  status: RenderQuery.fields.status,
  tenant: Schema.optionalKey(
    Schema.String.check(
      Schema.makeFilter((text) => isStorableText(text) || "No tenant can be called that"),
    ),
  ),
});
export type FormRenderQuery = typeof FormRenderQuery.Type;

/** A page of them, newest first. */
export const FormRenderPage = Schema.Struct({
  renders: Schema.Array(FormRender),
  nextCursor: Schema.NullOr(Schema.String),
  hasMore: Schema.Boolean,
}).annotate({ identifier: "FormRenderPage" });
export type FormRenderPage = typeof FormRenderPage.Type;
