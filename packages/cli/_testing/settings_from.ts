import { ConfigProvider, Effect } from "effect";

import { readSettings } from "../settings/settings.ts";

const settingsOf = (provider: ConfigProvider.ConfigProvider) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, provider);

/** Reads settings from these environment variables. */
export const settingsFrom = (env: Readonly<Record<string, string>>) =>
  settingsOf(ConfigProvider.fromEnv({ env }));

/** The names of the environment variables that the settings read, recorded while reading them. */
export const settingVariables = Effect.gen(function* () {
  const names = new Set<string>();
  const provider = ConfigProvider.make((path) =>
    Effect.sync(() => {
      names.add(path.join("_"));
      return undefined;
    }),
  );
  yield* settingsOf(provider);
  return names;
});
