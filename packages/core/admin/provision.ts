import { Schema } from "effect";

import { ProjectName } from "../projects/mod.ts";
import { AccountId, ProjectId, Slug, visibleName } from "../values/mod.ts";
import { AllowedOrigins } from "./origin.ts";
import { Sender } from "./sender.ts";

/** The operator's id of an organisation: 1 to 160 characters, compared exactly. */
export const ExternalOrgId = visibleName(160);

const externalOrgId = ExternalOrgId.annotateKey({
  description: "Your ID of the organisation: 1 to 160 characters, compared exactly.",
});

const allowedOrigins = Schema.optionalKey(AllowedOrigins).annotateKey({
  description:
    "The origins whose pages may embed, such as `https://app.example.com`: scheme, host and port only.",
});

/** An organisation to provision. For an existing one, all fields but `rotateKey` are ignored. */
export const Provision = Schema.Struct({
  externalOrgId,
  name: Schema.optionalKey(ProjectName).annotateKey({
    description: "The name of its project: 1 to 200 characters. Default: `externalOrgId`.",
  }),
  emailFrom: Schema.optionalKey(Sender).annotateKey({
    description:
      "The sender of its emails: an address, or `Name <address>`. Default: the sender of the server.",
  }),
  allowedOrigins,
  embedEnabled: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether the organisation may embed. Default `true`.",
  }),
  rotateKey: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "Whether to replace the key of an existing organisation. The old key is revoked immediately. Default `false`.",
  }),
}).annotate({
  identifier: "Provision",
  description:
    "An organisation to provision. For an existing one, all fields except `rotateKey` are ignored.",
});
export type Provision = typeof Provision.Type;

/** Changes of an organisation. Omitted fields do not change. */
export const ChangePartner = Schema.Struct({
  externalOrgId,
  name: Schema.optionalKey(ProjectName).annotateKey({
    description: "The new name of its project: 1 to 200 characters.",
  }),
  emailFrom: Schema.optionalKey(Schema.NullOr(Sender)).annotateKey({
    description:
      "The sender of its emails: an address, or `Name <address>`. `null` for the sender of the server.",
  }),
  allowedOrigins,
  embedEnabled: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether the organisation may embed.",
  }),
  suspended: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "Whether embed calls are rejected with 403 `partner_suspended`.",
  }),
}).annotate({
  identifier: "ChangePartner",
  description: "Changes of an organisation. Absent fields do not change.",
});
export type ChangePartner = typeof ChangePartner.Type;

/** An organisation: an account with one project that embeds. */
export const Partner = Schema.Struct({
  externalOrgId: Schema.String.annotateKey({ description: "Your ID of the organisation." }),
  accountId: AccountId.annotateKey({ description: "The ID of its account." }),
  projectId: ProjectId.annotateKey({ description: "The ID of its project." }),
  slug: Slug.annotateKey({ description: "The slug of its project." }),
  keyPrefix: Schema.String.annotateKey({
    description: "The first characters of its project key, by which people recognise it.",
  }),
  embedEnabled: Schema.Boolean.annotateKey({ description: "Whether the organisation may embed." }),
  allowedOrigins: Schema.Array(Schema.String).annotateKey({
    description: "The origins whose pages may embed, in lower case and without default ports.",
  }),
  emailFrom: Schema.NullOr(Schema.String).annotateKey({
    description: "The sender of its emails. `null` for the sender of the server.",
  }),
  suspended: Schema.Boolean.annotateKey({
    description: "Whether embed calls are rejected with 403 `partner_suspended`.",
  }),
});
export type Partner = typeof Partner.Type;

/** The response to a provisioning. The key is shown only when it was created. */
export const ProvisionedPartner = Schema.Struct({
  ...Partner.fields,
  apiKey: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The project key, if this request created or replaced it. `null` otherwise: it is shown only once.",
  }),
  created: Schema.Boolean.annotateKey({
    description: "Whether this request created the organisation, or a new project for it.",
  }),
}).annotate({
  identifier: "Partner",
  description: "An organisation: an account with one project and its project key.",
});
export type ProvisionedPartner = typeof ProvisionedPartner.Type;
