/** The settings of a deployment: one table for environment variables and options. */
export { decodeSettings } from "./decode_settings.ts";
export {
  type Deployment,
  deploymentOf,
  type Storage,
  type TelemetryOptions,
} from "./deployment.ts";
export type { RateLimit, TrustProxy } from "./forms.ts";
export { readSettings, readVariable, type Settings, WrongSettings } from "./read_settings.ts";
export { type Setting, variableOf } from "./setting.ts";
export { parseSigningJwks, type SigningJwk } from "./signing_jwk.ts";
export { OPTION_FIELDS, SECTIONS, type SettingOptions, SETTINGS } from "./table.ts";
