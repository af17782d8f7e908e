import type { InputNames } from "./input_names.ts";

/** The commands that list resources, by the kind in the message of `not_found`. */
const LISTS: Readonly<Record<string, string>> = {
  account: "paraph account list",
  delivery: "paraph webhook deliveries ID",
  "inbound webhook": "paraph template list",
  project: "paraph project list",
  render: "paraph render list",
  share: "paraph share list RENDER-ID",
  "signature request": "paraph signature list",
  webhook: "paraph webhook list",
};

/** The keys of parameters that identify resources. */
const IDENTIFIERS = [
  "id",
  "render",
  "share",
  "delivery",
  "project",
  "to",
  "account",
  "externalOrgId",
];

/** What to check when a resource does not exist: the flags and arguments that identify it. */
export function notFoundHint(message: string, names: InputNames): string | undefined {
  const kind = /^No such (?<kind>.+)$/u.exec(message)?.groups?.["kind"] ?? "";
  const list = Object.hasOwn(LISTS, kind) ? LISTS[kind] : undefined;
  const parameters = IDENTIFIERS.map((key) => ({ key, name: names(key) }))
    .filter(({ key, name }) => /^(?:<|--)\S+$/u.test(name) && name !== key)
    .map(({ name }) => name);
  const check = parameters.length === 0 ? [] : [`check ${parameters.join(" and ")}`];
  const all = [...check, ...(list === undefined ? [] : [`\`${list}\` lists those that exist`])];
  return all.length === 0 ? undefined : all.join("; ");
}
