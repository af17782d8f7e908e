import { Effect, Option } from "effect";

import { PartnerStore } from "../admin/mod.ts";
import { EmailId, newRow, PublicUrls, withRandom } from "../values/mod.ts";
import type { EmailToQueue } from "./email.ts";
import { EmailQueue } from "./email_queue.ts";
import { EmailStore } from "./email_store.ts";

/** Queues an email in the transaction of its cause, unless the cause has an email. */
export const emailQueueing = Effect.gen(function* () {
  const store = yield* EmailStore;
  const queue = yield* EmailQueue;
  const partners = yield* PartnerStore;
  const row = yield* withRandom(newRow);
  const { base } = yield* PublicUrls;

  return Effect.fn("Emails.queue")(function* (email: EmailToQueue) {
    const { id: newId, createdAt } = yield* row;
    const id = EmailId.make(newId);
    const partner = yield* partners.findByProject(email.projectId);
    const isNew = yield* store.add({
      ...email,
      id,
      createdAt,
      messageId: `<${id}@${new URL(base).hostname}>`,
      sender: Option.getOrNull(Option.map(partner, ({ emailFrom }) => emailFrom)),
      pixelUrl: `${base}/t/${id}.gif`,
    });
    if (isNew) yield* queue.offer([{ id, projectId: email.projectId }]);
  });
});
