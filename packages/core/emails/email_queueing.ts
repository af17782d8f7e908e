import { Effect, Option } from "effect";

import { PartnerStore } from "../admin/mod.ts";
import { EmailId, newRow, ProjectId, PublicUrls, withRandom } from "../values/mod.ts";
import type { EmailToQueue, MemberEmailToQueue, NewEmail } from "./email.ts";
import { EmailQueue } from "./email_queue.ts";
import { EmailStore } from "./email_store.ts";

/** The fields of an email that its queueing adds. */
type Added = "id" | "createdAt" | "messageId";

const queueing = Effect.gen(function* () {
  const store = yield* EmailStore;
  const queue = yield* EmailQueue;
  const row = yield* withRandom(newRow);
  const { base } = yield* PublicUrls;

  return Effect.fnUntraced(function* (
    owner: ProjectId,
    emailOf: (id: EmailId) => Omit<NewEmail, Added>,
  ) {
    const { id: newId, createdAt } = yield* row;
    const id = EmailId.make(newId);
    const messageId = `<${id}@${new URL(base).hostname}>`;
    const isNew = yield* store.add({ ...emailOf(id), id, createdAt, messageId });
    if (isNew) yield* queue.offer([{ id, projectId: owner }]);
  });
});

/** Queues an email in the transaction of its cause, unless the cause has an email. */
export const emailQueueing = Effect.gen(function* () {
  const partners = yield* PartnerStore;
  const { base } = yield* PublicUrls;
  const queue = yield* queueing;

  return Effect.fn("Emails.queue")(function* (email: EmailToQueue) {
    const partner = yield* partners.findByProject(email.projectId);
    yield* queue(email.projectId, (id) => ({
      ...email,
      memberId: null,
      sender: Option.getOrNull(Option.map(partner, ({ emailFrom }) => emailFrom)),
      pixelUrl: `${base}/t/${id}.gif`,
    }));
  });
});

/** Queues an email to a member in the transaction of its cause. Such emails are not tracked. */
export const memberEmailQueueing = Effect.map(queueing, (queue) =>
  Effect.fn("Emails.queueToMember")(({ accountId, ...email }: MemberEmailToQueue) =>
    // In the queue, accounts and projects take turns alike.
    queue(ProjectId.make(accountId), () => ({
      ...email,
      projectId: null,
      renderId: null,
      shareId: null,
      sender: null,
      pixelUrl: null,
    })),
  ),
);
