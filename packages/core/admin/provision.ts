import { Schema } from "effect";

import { ProjectName } from "../projects/mod.ts";
import { AccountId, ProjectId, Slug, visibleName } from "../values/mod.ts";
import { AllowedOrigins } from "./origin.ts";
import { Sender } from "./sender.ts";

/** The operator's id of an organisation: 1 to 160 characters, compared exactly. */
export const ExternalOrgId = visibleName(160);

/** An organisation to provision. For an existing one, all fields but `rotateKey` are ignored. */
export const Provision = Schema.Struct({
  externalOrgId: ExternalOrgId,
  name: Schema.optionalKey(ProjectName),
  emailFrom: Schema.optionalKey(Sender),
  allowedOrigins: Schema.optionalKey(AllowedOrigins),
  embedEnabled: Schema.optionalKey(Schema.Boolean),
  rotateKey: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "Provision" });
export type Provision = typeof Provision.Type;

/** Changes of an organisation. Omitted fields do not change. */
export const ChangePartner = Schema.Struct({
  externalOrgId: ExternalOrgId,
  name: Schema.optionalKey(ProjectName),
  emailFrom: Schema.optionalKey(Schema.NullOr(Sender)),
  allowedOrigins: Schema.optionalKey(AllowedOrigins),
  embedEnabled: Schema.optionalKey(Schema.Boolean),
  suspended: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "ChangePartner" });
export type ChangePartner = typeof ChangePartner.Type;

/** An organisation: an account with one project that embeds. */
export const Partner = Schema.Struct({
  externalOrgId: Schema.String,
  accountId: AccountId,
  projectId: ProjectId,
  slug: Slug,
  keyPrefix: Schema.String,
  embedEnabled: Schema.Boolean,
  allowedOrigins: Schema.Array(Schema.String),
  emailFrom: Schema.NullOr(Schema.String),
  suspended: Schema.Boolean,
});
export type Partner = typeof Partner.Type;

/** The response to a provisioning. The key is shown only when it was created. */
export const ProvisionedPartner = Schema.Struct({
  ...Partner.fields,
  apiKey: Schema.NullOr(Schema.String),
  created: Schema.Boolean,
}).annotate({ identifier: "Partner" });
export type ProvisionedPartner = typeof ProvisionedPartner.Type;
