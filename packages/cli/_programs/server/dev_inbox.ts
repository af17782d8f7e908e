import type { Settings } from "@paraph/app/settings";

/** Whether a server shows its emails in a development inbox: in tests, when it cannot send them. */
export function hasDevInbox({ serviceEnv, smtpUrl }: Settings): boolean {
  return serviceEnv === "test" && smtpUrl === undefined;
}
