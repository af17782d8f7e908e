import type { EncryptOptions } from "@paraph/core/renders";
import { Effect, FileSystem, Option } from "effect";
import { Flag } from "effect/cli";

import { fileFlag, optionalText, presentFlags } from "../../flags.ts";
import { withFilePath } from "../../output_file.ts";
import { WrongUsage } from "../../terminal/failure.ts";

const PERMISSIONS = ["print", "copy", "modify", "annotate", "fillForms"] as const;

const passwordFlag = (name: string, description: string) =>
  Flag.optional(fileFlag(name, description));

/** The flags of an encrypted document. Passwords are in files, because processes show their arguments. */
export const encryption = {
  encryptPasswordFile: passwordFlag(
    "encrypt-password-file",
    "Encrypt the PDF; the first line of this file is the password that opens it",
  ),
  encryptOwnerFile: passwordFlag(
    "encrypt-owner-file",
    "Encrypt the PDF; the first line of this file is the password that lifts its restrictions",
  ),
  encryptDeny: optionalText(
    "encrypt-deny",
    `Encrypt the PDF and deny readers ${PERMISSIONS.join(", ")}; several are joined by commas`,
  ),
};

interface EncryptionFlags {
  readonly encryptPasswordFile: Option.Option<string>;
  readonly encryptOwnerFile: Option.Option<string>;
  readonly encryptDeny: Option.Option<string>;
}

/** The option of a render for the flags; none without them. */
export const readEncryption = Effect.fnUntraced(function* ({
  encryptPasswordFile,
  encryptOwnerFile,
  encryptDeny,
}: EncryptionFlags) {
  const userPassword = yield* Effect.transposeOption(Option.map(encryptPasswordFile, firstLine));
  const ownerPassword = yield* Effect.transposeOption(Option.map(encryptOwnerFile, firstLine));
  const denied = Option.isNone(encryptDeny) ? undefined : yield* permissionsOf(encryptDeny.value);
  if (Option.isNone(userPassword) && Option.isNone(ownerPassword) && denied === undefined)
    return {};
  const encrypt: EncryptOptions = {
    ...presentFlags({ userPassword, ownerPassword }),
    ...(denied === undefined ? {} : { permissions: denied }),
  };
  return { encrypt };
});

function permissionsOf(
  list: string,
): Effect.Effect<EncryptOptions["permissions"] & {}, WrongUsage> {
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !PERMISSIONS.some((permission) => permission === name));
  if (unknown !== undefined) {
    const message = `--encrypt-deny has "${unknown}": expected ${PERMISSIONS.join(", ")}`;
    return Effect.fail(new WrongUsage({ message }));
  }
  return Effect.succeed(Object.fromEntries(names.map((name) => [name, false])));
}

const firstLine = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem;
  const text = yield* Effect.mapError(fs.readFileString(file), (error) =>
    withFilePath(error, file),
  );
  return text.split(/\r?\n/)[0] ?? "";
});
