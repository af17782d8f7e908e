import { readSettings } from "@paraph/app/settings";
import { ConfigProvider, Effect } from "effect";

/** Reads settings from these environment variables. */
export const settingsFrom = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env }),
  );
