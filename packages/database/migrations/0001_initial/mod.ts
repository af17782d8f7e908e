import { Effect } from "effect";

import { accounts, auditLog, immutability } from "./accounts.ts";
import { blobs } from "./blobs.ts";
import { embed } from "./embed.ts";
import { fonts } from "./fonts.ts";
import { jobs, mails, renders, shares } from "./renders.ts";
import { signatures, signing } from "./signatures.ts";
import { templates } from "./templates.ts";
import { webhooks } from "./webhooks.ts";

/** The schema of the first release. */
export const initial = Effect.all(
  [
    immutability,
    accounts,
    auditLog,
    templates,
    renders,
    shares,
    mails,
    jobs,
    webhooks,
    signatures,
    signing,
    embed,
    fonts,
    blobs,
  ],
  { discard: true },
);
