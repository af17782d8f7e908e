import type { Issue } from "../../values/mod.ts";
import type { SignatureField } from "../request/fields.ts";
import type { CreateSignature } from "../request/signature_request.ts";
import type { ProviderName } from "./signature_provider.ts";

/** The options of a new request that a provider may lack. */
export type ProviderCapability =
  | "message"
  | "language"
  | "parallel"
  | "reminders"
  | "redirectUrl"
  | "allowDelegation"
  | "step"
  | "authentication"
  | "fieldSettings";

const BUILTIN: ReadonlySet<ProviderCapability> = new Set([
  "message",
  "language",
  "parallel",
  "reminders",
  "redirectUrl",
  "allowDelegation",
  "step",
  "authentication",
  "fieldSettings",
]);

/** The capabilities of each provider as Paraph uses it. */
export const PROVIDER_CAPABILITIES: Readonly<
  Record<ProviderName, ReadonlySet<ProviderCapability>>
> = {
  builtin: BUILTIN,
  firma: new Set(["parallel"]),
  documenso: new Set(["message", "parallel", "redirectUrl"]),
};

const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = {
  builtin: "The built-in provider",
  firma: "Firma",
  documenso: "Documenso",
};

function canProvide(provider: ProviderName, capability: ProviderCapability): boolean {
  return PROVIDER_CAPABILITIES[provider].has(capability);
}

/** The settings of fields in requests that a provider may lack. */
const FIELD_SETTINGS = ["label", "placeholder", "validation", "format", "value"] as const;

/**
 * The problems of signing fields of a layout that its provider cannot follow, under the roles of their
 * recipients. Labels are names for people, which other providers do not show.
 *
 * @param fields The signing fields of the layout, as fields of the request.
 *
 * @example A text that must be an email address
 * ```ts
 * import { unsupportedLayoutFields } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const field = { recipientIndex: 1, type: "text", page: 1, x: 10, y: 80, validation: "email" } as const;
 * const [problem] = unsupportedLayoutFields("firma", [field]);
 * assert.equal(problem?.path, "recipients.1.role");
 * assert.deepEqual(unsupportedLayoutFields("builtin", [field]), []);
 * ```
 */
export function unsupportedLayoutFields(
  provider: ProviderName,
  fields: ReadonlyArray<SignatureField>,
): ReadonlyArray<Issue> {
  if (canProvide(provider, "fieldSettings")) return [];
  return fields.flatMap((field) =>
    FIELD_SETTINGS.filter((name) => name !== "label" && field[name] !== undefined).map((name) => ({
      path: `recipients.${field.recipientIndex}.role`,
      message: `${PROVIDER_NAMES[provider]} does not support ${name}, which a signing field of this role has in the layout`,
    })),
  );
}

const NO_SMS =
  "This server cannot send SMS: the operator must set SMS_WEBHOOK_URL. Use email_code or access_code";

/** The problem of a capability that a provider does not have. */
export function unsupported(provider: ProviderName, path: string): Issue {
  return { path, message: `${PROVIDER_NAMES[provider]} does not support this; leave it out` };
}

/**
 * The options of a new request that its provider cannot follow. They are rejected, never ignored.
 *
 * @param canSendSms Whether the built-in provider can send SMS.
 *
 * @example Reminders at Firma
 * ```ts
 * import { unsupportedOptions } from "@paraph/core/signatures";
 * import assert from "node:assert/strict";
 *
 * const recipients = [{ firstName: "Ada", email: "ada@example.com", step: 1 }];
 * const reminders = { afterDays: 3, everyDays: 2, max: 4 };
 * assert.deepEqual(
 *   unsupportedOptions("firma", { recipients, reminders }, false).map(({ path }) => path),
 *   ["reminders", "recipients.0.step"],
 * );
 * assert.deepEqual(unsupportedOptions("builtin", { recipients, reminders }, false), []);
 * const authentication = { method: "sms_code", phone: "+491701234567" } as const;
 * const withSms = { recipients: [{ ...recipients[0]!, authentication }] };
 * assert.deepEqual(
 *   unsupportedOptions("builtin", withSms, false).map(({ path }) => path),
 *   ["recipients.0.authentication.method"],
 * );
 * assert.deepEqual(unsupportedOptions("builtin", withSms, true), []);
 * ```
 */
export function unsupportedOptions(
  provider: ProviderName,
  request: Omit<CreateSignature, "renderId">,
  canSendSms: boolean,
): ReadonlyArray<Issue> {
  const paths: ReadonlyArray<readonly [ProviderCapability, string, boolean]> = [
    ["message", "message", request.message !== undefined],
    ["language", "language", request.language !== undefined],
    ["parallel", "signingOrder", request.signingOrder === "parallel"],
    ["reminders", "reminders", request.reminders !== undefined],
    ["redirectUrl", "redirectUrl", request.redirectUrl !== undefined],
    ["allowDelegation", "allowDelegation", request.allowDelegation === true],
    ...request.recipients.flatMap(({ step, language, authentication }, index) => {
      const path = `recipients.${index}`;
      return [
        ["step", `${path}.step`, step !== undefined],
        ["language", `${path}.language`, language !== undefined],
        ["authentication", `${path}.authentication`, authentication !== undefined],
      ] as const;
    }),
    ...(request.fields ?? []).flatMap((field, index) =>
      FIELD_SETTINGS.map(
        (name) => ["fieldSettings", `fields.${index}.${name}`, field[name] !== undefined] as const,
      ),
    ),
  ];
  const hasAuthentication = canProvide(provider, "authentication");
  return [
    ...paths.flatMap(([capability, path, isRequested]) =>
      isRequested && !canProvide(provider, capability) ? [unsupported(provider, path)] : [],
    ),
    ...request.recipients.flatMap(({ authentication }, index) =>
      hasAuthentication && authentication?.method === "sms_code" && !canSendSms
        ? [{ path: `recipients.${index}.authentication.method`, message: NO_SMS }]
        : [],
    ),
  ];
}
