import { ConfigProvider, Effect } from "effect";

import { readSettings } from "../settings.ts";

const settingsOf = (provider: ConfigProvider.ConfigProvider) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, provider);

/** The settings that environment variables make. */
export const settingsFrom = (env: Readonly<Record<string, string>>) =>
  settingsOf(ConfigProvider.fromEnv({ env }));

/** The names of the environment variables that settings are read from, found by reading them. */
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
