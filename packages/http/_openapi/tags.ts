/** A tag of the OpenAPI document, and the groups of endpoints that it stands for. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly groups: ReadonlyArray<string>;
}

/** The tag of operations that Paraph's own pages and signature providers call. */
export const INTERNAL = "Pages (internal)";

/** All tags, in the order of the reference. */
export const TAGS: ReadonlyArray<Tag> = [
  {
    name: "Templates",
    description: "Layouts and their variables. Published versions are immutable.",
    groups: ["templates"],
  },
  {
    name: "Fonts",
    description: "Fonts of a project, which layouts use by their names.",
    groups: ["fonts"],
  },
  {
    name: "Renders",
    description: "PDFs from a template version and data, and uploaded PDFs.",
    groups: ["renders", "renderBatches", "files"],
  },
  { name: "Shares", description: "Links to a document for its viewers.", groups: ["shares"] },
  {
    name: "Engagement",
    description: "Who viewed, downloaded or printed a document.",
    groups: ["engagement"],
  },
  {
    name: "Signature requests",
    description: "Documents that you send for signature, and their signed PDFs.",
    groups: ["signatures", "signatureDrafts", "signatureBulks"],
  },
  {
    name: "Webhooks",
    description:
      "URLs that receive events at least once, and the event stream. Duplicates have the same `id`.",
    groups: ["webhooks"],
  },
  {
    name: "Inbound webhooks",
    description: "URLs at which other systems render a template, without a key.",
    groups: ["hooks", "inbound"],
  },
  {
    name: "Projects",
    description: "Projects contain templates, renders and keys. An account key manages them.",
    groups: ["projects"],
  },
  {
    name: "Members",
    description: "The people who sign in to the console of an account, with their roles.",
    groups: ["members"],
  },
  { name: "Usage", description: "What a project used on each day.", groups: ["usage"] },
  {
    name: "Audit log",
    description: "Who changed projects, keys and documents.",
    groups: ["audit"],
  },
  { name: "Erasures", description: "Erasure requests (GDPR, Art. 17).", groups: ["erasures"] },
  {
    name: "Embed sessions",
    description:
      "Sessions in which your users edit templates or fill in forms on your pages, and the variable catalogs of the builder.",
    groups: ["embedSessions", "embedCatalogs", "embedKeys"],
  },
  {
    name: "Builder templates",
    description:
      "Templates of the embedded builder. A session has access to the template of its scope and to those that it created.",
    groups: ["builder"],
  },
  {
    name: "Form submissions",
    description: "Renders of the embedded forms.",
    groups: ["forms", "embed"],
  },
  {
    name: "Organisations",
    description:
      "Provisioning, and the state of the deployment, for operators. Errors are flat: `{ error: code, message, issues? }`.",
    groups: ["admin"],
  },
  { name: "Health", description: "Liveness, readiness and metrics.", groups: ["health"] },
  {
    name: INTERNAL,
    description:
      "Pages for viewers, signers and your users, their calls, and callbacks of signature providers and email services. " +
      "They may change at any time. Do not call them.",
    groups: [
      "shareLinks",
      "signing",
      "verify",
      "embedPages",
      "embedSend",
      "providerCallbacks",
      "mailHooks",
    ],
  },
];

/** The tag of a group. */
export function tagOf(group: string): string {
  const tag = TAGS.find(({ groups }) => groups.includes(group));
  if (tag === undefined) throw new Error(`The group ${group} has no tag in TAGS`);
  return tag.name;
}
