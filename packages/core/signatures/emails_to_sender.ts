import { Context, DateTime, Effect, Layer, Option } from "effect";

import { emailQueueing } from "../emails/mod.ts";
import { ProjectStore, senderName, type StoredProject } from "../projects/mod.ts";
import { PublicUrls } from "../values/mod.ts";
import {
  completedToSender,
  declinedToSender,
  type LetterToSender,
  undeliveredToSender,
} from "./request/letter_to_sender.ts";
import type { StoredSignatureRequest } from "./signature_store.ts";

/**
 * Queues emails to the sender of a request, in the transaction of the change. They go to the reply address
 * of the project; without one, none is queued.
 */
export class EmailsToSender extends Context.Service<EmailsToSender>()(
  "@paraph/core/signatures/EmailsToSender",
  {
    make: Effect.gen(function* () {
      const projects = yield* ProjectStore;
      const queue = yield* emailQueueing;
      const { base } = yield* PublicUrls;

      const send = Effect.fnUntraced(function* (
        request: StoredSignatureRequest,
        reason: string,
        letter: (context: LetterToSender) => Parameters<typeof queue>[0]["letter"] | undefined,
      ) {
        const { id, projectId, renderId } = request;
        const project: StoredProject | undefined = Option.getOrUndefined(
          yield* projects.findProject(projectId),
        );
        const email = project?.branding.replyTo;
        if (project === undefined || email === undefined) return;
        const sender = senderName(project);
        const url = `${base}/console#/signatures/${id}`;
        const content = letter({ language: project.language, sender, url });
        if (content === undefined) return;
        yield* queue({
          cause: `signing-sender:${id}:${reason}`,
          projectId,
          renderId,
          shareId: null,
          to: { email, name: sender },
          letter: content,
          expiresAt: null,
        });
      });

      const sendDeclined = (request: StoredSignatureRequest) =>
        send(request, "declined", (context) => declinedToSender(request, context));

      const sendCompleted = (request: StoredSignatureRequest) =>
        send(request, "completed", (context) => completedToSender(request, context));

      const sendUndelivered = Effect.fnUntraced(function* (
        request: StoredSignatureRequest,
        recipientId: string,
      ) {
        const delivery = request.deliveries[recipientId];
        if (delivery === undefined) return;
        // Each failed email has its own time.
        const reason = `undelivered:${recipientId}:${DateTime.toEpochMillis(delivery.at)}`;
        yield* send(request, reason, (context) =>
          undeliveredToSender(request, recipientId, context),
        );
      });

      return {
        /** A recipient has declined, which ended the request. */
        sendDeclined,
        /** The signed document is archived. */
        sendCompleted,
        /** The email to a recipient has failed. */
        sendUndelivered,
      };
    }),
  },
) {
  static readonly layer = Layer.effect(this, this.make);
}
