import { StandardSetting } from "@paraph/core/layouts";
import { Effect, Option, Schema } from "effect";

import { optionalText } from "../../flags.ts";
import { WrongUsage } from "../../terminal/failure.ts";

const EXPECTED =
  "pdf/a-2b, pdf/a-2u, pdf/a-3b, pdf/a-3u or pdf/ua-1, or a PDF/A and pdf/ua-1 with a comma between them";

/** `--standard`: the standard in place of the one of the layout. */
export const standard = optionalText(
  "standard",
  `The standard of the PDF in place of the one of the layout: ${EXPECTED}`,
);

const decode = Schema.decodeUnknownOption(StandardSetting);

/** The option of a render for the flag; none without it. */
export function readStandard(
  flag: Option.Option<string>,
): Effect.Effect<{ readonly standard?: StandardSetting }, WrongUsage> {
  if (Option.isNone(flag)) return Effect.succeed({});
  const [first = "", ...others] = flag.value.split(",").map((name) => name.trim());
  return Option.match(decode(others.length === 0 ? first : [first, ...others]), {
    onNone: () =>
      Effect.fail(
        new WrongUsage({ message: `--standard has "${flag.value}": expected ${EXPECTED}` }),
      ),
    onSome: (setting) => Effect.succeed({ standard: setting }),
  });
}
