import { readVariable } from "@paraph/app/settings";
import { displayPrefix } from "@paraph/core/keys";
import { Console, Effect, Option, Redacted, Stdio, Stream } from "effect";
import { Command, Prompt } from "effect/cli";

import { CALLERS } from "../../describe.ts";
import {
  chosenProfile,
  noSuchProfile,
  type Profile,
  profilesFile,
  readProfiles,
  writeProfiles,
} from "../../environment/profiles.ts";
import { DEFAULT_URL, isServerUrl, trimSlashes } from "../../environment/server_url.ts";
import { DASH, json, optionalText } from "../../flags.ts";
import { WrongUsage } from "../../terminal/failure.ts";
import { printRecord, printTable } from "../../terminal/print.ts";

/** `--url`: the server, instead of the one in the environment. */
export const urlFlag = optionalText(
  "url",
  "The URL of the server; by default PARAPH_URL, or http://127.0.0.1:3000",
);

/** The URL of a flag, the environment, a profile or the default. */
export const readUrl = Effect.fnUntraced(function* (flag: Option.Option<string>, profile = "") {
  const text = Option.getOrElse(flag, () => "").trim() || (yield* readVariable("PARAPH_URL"));
  const url = trimSlashes(text || profile || DEFAULT_URL);
  if (isServerUrl(url)) return url;
  return yield* new WrongUsage({
    message: "--url (PARAPH_URL) is not valid; allowed: a URL that starts with http:// or https://",
  });
});

const keyFlag = optionalText(
  "key",
  "A project key or an account key; - for standard input; by default you are asked for it",
);

/** The key of the flag, of standard input or of the user. */
const readKey = Effect.fnUntraced(function* (flag: Option.Option<string>) {
  const stdio = yield* Stdio.Stdio;
  if (Option.isSome(flag)) {
    return flag.value === DASH
      ? (yield* Stream.mkString(Stream.decodeText(stdio.stdin))).trim()
      : flag.value.trim();
  }
  if (!(yield* stdio.stderrIsTerminal) || !(yield* stdio.stdoutIsTerminal)) {
    return yield* new WrongUsage({
      message: "--key is missing; name a key, or use --key - to read it from standard input",
    });
  }
  const key = yield* Prompt.run(Prompt.Password({ message: "Project key or account key" }));
  return Redacted.value(key).trim();
});

/** `paraph login`: stores a URL and a key in a profile. */
export const login = Command.make(
  "login",
  { url: urlFlag, key: keyFlag, json },
  Effect.fnUntraced(function* (flags) {
    const program = yield* Effect.promise(() => import("../../_programs/login.ts"));
    const { name } = yield* chosenProfile;
    const profiles = yield* readProfiles;
    const before = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    const url = yield* readUrl(flags.url, before?.url);
    const key = yield* readKey(flags.key);
    const caller = program.callerOfKey(key);
    if (caller === undefined) {
      const allowedKeys = `${CALLERS.project.allowed}, or ${CALLERS.account.allowed}`;
      return yield* new WrongUsage({ message: `--key is not valid; allowed: ${allowedKeys}` });
    }
    yield* program.verifyKey({ url, key }, caller);
    // The keys of another server are of no use.
    const baseProfile = before?.url === url ? before : { url };
    const profile: Profile = { ...baseProfile, [CALLERS[caller].profileKey]: key };
    yield* writeProfiles({ ...profiles, [name]: profile });
    const summary = { profile: name, url, key: displayPrefix(key, caller, environmentOf(key)) };
    if (flags.json) return yield* printRecord(summary, true);
    return yield* Console.log(`Stored ${CALLERS[caller].holds} for ${url} in profile ${name}`);
  }),
).pipe(
  Command.withDescription(
    "Store the URL of a server and a key in a profile\n\n  The server must accept the key. A profile contains up to one project key and one account key.",
  ),
  Command.withShortDescription("Store the URL of a server and a key in a profile"),
  Command.withExamples([
    { command: "paraph login --url https://paraph.example --profile production" },
    { command: "paraph login --key - < key.txt", description: "Without a terminal" },
  ]),
);

const environmentOf = (key: string) => (key.startsWith("svc_live_") ? "live" : "test");

/** `paraph logout`: removes a profile. */
export const logout = Command.make(
  "logout",
  {},
  Effect.fnUntraced(function* () {
    const { name, by = "--profile" } = yield* chosenProfile;
    const { [name]: profile, ...others } = yield* readProfiles;
    if (profile === undefined) {
      return yield* new WrongUsage({ message: noSuchProfile(name, by, Object.keys(others)) });
    }
    yield* writeProfiles(others);
    return yield* Console.log(
      `Removed profile ${name}. Its keys still work; \`paraph key revoke\` revokes a key`,
    );
  }),
).pipe(
  Command.withDescription("Remove a profile; its keys still work"),
  Command.withExamples([{ command: "paraph logout --profile production" }]),
);

/** `paraph profiles`: the stored profiles. */
export const profiles = Command.make(
  "profiles",
  { json },
  Effect.fnUntraced(function* ({ json }) {
    const { name: activeName } = yield* chosenProfile;
    const rows = Object.entries(yield* readProfiles).map(([name, profile]) => ({
      name,
      url: profile.url,
      keys: keysOf(profile),
      selected: name === activeName,
    }));
    yield* printTable(rows, ["name", "url", "keys", "selected"], json);
    if (!json) yield* Console.error(`Stored in ${yield* profilesFile}`);
  }),
).pipe(Command.withDescription("List profiles, with the beginnings of their keys"));

function keysOf({ apiKey, accountKey }: Profile): ReadonlyArray<string> {
  return [
    ...(apiKey === undefined ? [] : [displayPrefix(apiKey, "project", environmentOf(apiKey))]),
    ...(accountKey === undefined ? [] : [displayPrefix(accountKey, "account", "test")]),
  ];
}
