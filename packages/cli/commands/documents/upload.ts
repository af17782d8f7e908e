import * as path from "node:path";

import { MAX_UPLOAD_BYTES } from "@paraph/core/renders";
import { Effect, Option } from "effect";
import { Argument, Command } from "effect/cli";

import { describe } from "../../describe.ts";
import { idempotencyKey, json, optionalText } from "../../flags.ts";
import { readBase64 } from "../../input_file.ts";
import { printRecord } from "../../terminal/print.ts";
import { callServer } from "../server_command.ts";

const caller = "project";

/** `paraph render upload`: adds a PDF as a render without a template. */
export const upload = Command.make(
  "upload",
  {
    file: Argument.Path("file").pipe(
      Argument.withDescription("A PDF of at most 20 MiB, not encrypted and without scripts"),
    ),
    name: optionalText("name", "The file name under which people save the PDF; by default its own"),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ file, name, idempotencyKey, json }) {
    const data = yield* readBase64(file, MAX_UPLOAD_BYTES);
    const document = { name: Option.getOrElse(name, () => path.basename(file)), data };
    const uploaded = yield* callServer(
      caller,
      ({ renders }) => renders.upload(document, idempotencyKey),
      { name: "--name", data: file, idempotencyKey: "--idempotency-key" },
    );
    yield* printRecord(uploaded, json);
  }),
).pipe(
  describe("Upload a PDF as a render, to share it or send it for signature", caller),
  Command.withExamples([{ command: "paraph render upload contract.pdf" }]),
);
