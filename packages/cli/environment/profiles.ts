import { homedir } from "node:os";
import * as path from "node:path";

import { readVariable, WrongSettings } from "@paraph/app/settings";
import { Effect, FileSystem, Option, Schema } from "effect";
import { Flag, GlobalFlag } from "effect/cli";

import { writePrivate } from "../output_file.ts";

/** A server and keys for it. */
export const Profile = Schema.Struct({
  url: Schema.String,
  /** A project key. */
  apiKey: Schema.optionalKey(Schema.String),
  accountKey: Schema.optionalKey(Schema.String),
});
export type Profile = typeof Profile.Type;

const Profiles = Schema.Record(Schema.String, Profile);
type Profiles = typeof Profiles.Type;

const DEFAULT_PROFILE = "default";

const ProfileName = Schema.String.check(
  Schema.isPattern(/^[a-z0-9][a-z0-9._-]{0,63}$/iu, {
    message: "Expected 1 to 64 letters, digits, dots, dashes and underscores",
  }),
);

const isProfileName = Schema.is(ProfileName);

/** `--profile`: takes precedence over the environment. */
export const ProfileFlag = GlobalFlag.Setting("profile")({
  flag: Flag.String("profile").pipe(
    Flag.withDescription("Use the URL and keys of this profile (PARAPH_PROFILE)"),
    Flag.withMetavar("name"),
    Flag.withSchema(ProfileName),
    Flag.optional,
  ),
});

/** A name of a profile, and whether the user chose it. */
interface ChosenProfile {
  readonly name: string;
  /** The flag or variable that names it; `undefined` for the default profile. */
  readonly by: "--profile" | "PARAPH_PROFILE" | undefined;
}

/** The profile that the command uses. */
export const chosenProfile = Effect.gen(function* () {
  const flag = yield* ProfileFlag;
  if (Option.isSome(flag)) return { name: flag.value, by: "--profile" } satisfies ChosenProfile;
  const name = yield* readVariable("PARAPH_PROFILE");
  if (name === "") return { name: DEFAULT_PROFILE, by: undefined } satisfies ChosenProfile;
  if (isProfileName(name)) return { name, by: "PARAPH_PROFILE" } satisfies ChosenProfile;
  return yield* new WrongSettings({
    message:
      "PARAPH_PROFILE is not valid; allowed: 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or digit",
  });
});

/** The file of all profiles, in the folder of the user's configuration. */
export const profilesFile = Effect.gen(function* () {
  const home = (yield* readVariable("HOME")) || homedir();
  const folder = (yield* readVariable("XDG_CONFIG_HOME")) || path.join(home, ".config");
  return path.join(folder, "paraph", "profiles.json");
});

const decode = Schema.decodeEffect(Schema.fromJsonString(Profiles));

/** All profiles, by name; none before the first login. */
export const readProfiles = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem;
  const file = yield* profilesFile;
  const text = yield* fs.readFileString(file).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound" || reason._tag === "BadResource",
      () => Effect.succeed("{}"),
    ),
  );
  return yield* decode(text).pipe(
    Effect.mapError(
      () =>
        new WrongSettings({
          message: `${file} is not a file of profiles; remove it, and run \`paraph login\``,
        }),
    ),
  );
});

/** The chosen profile; `undefined` if there is no default profile. Fails if the user named another. */
export const readProfile = Effect.gen(function* () {
  const { name, by } = yield* chosenProfile;
  const profiles = yield* readProfiles;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined && by !== undefined) {
    return yield* new WrongSettings({ message: noSuchProfile(name, by, Object.keys(profiles)) });
  }
  return profile === undefined ? undefined : { ...profile, name, by };
});

/** The message for a profile that does not exist. */
export function noSuchProfile(name: string, by: string, names: ReadonlyArray<string>): string {
  const hint = names.length === 0 ? "there are none" : `allowed: ${names.join(", ")}`;
  return `${by}: there is no profile ${name}; ${hint}; \`paraph login --profile ${name}\` creates it`;
}

/** Replaces the file of profiles. Only the user can read it. */
export const writeProfiles = Effect.fnUntraced(function* (profiles: Profiles) {
  const fs = yield* FileSystem.FileSystem;
  const file = yield* profilesFile;
  yield* fs.makeDirectory(path.dirname(file), { recursive: true, mode: 0o700 });
  yield* writePrivate(file, `${JSON.stringify(profiles, null, 2)}\n`);
});
