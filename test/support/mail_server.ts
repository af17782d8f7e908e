import { once } from "node:events";

import { Effect, type Scope } from "effect";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";

/** An email as the server received it. */
interface ReceivedEmail {
  readonly raw: string;
  readonly email: Email;
  readonly to: ReadonlyArray<string>;
}

/** A mail server on loopback. */
export interface MailServer {
  readonly url: string;
  readonly emails: ReadonlyArray<ReceivedEmail>;
  /** The number of recipients that clients have sent, accepted or not. */
  readonly recipientCount: () => number;
  /** Sets how it treats emails to a recipient from now on; it accepts all others. */
  readonly setBehaviour: (recipient: string, behaviour: Behaviour) => void;
}

/**
 * The behaviour of a server other than accepting an email: refuse the recipient or the message with a code,
 * hang up after it has received the message, or wait before it responds to either.
 */
export type Behaviour =
  | { readonly does: "refuse recipient" | "refuse message"; readonly code: number }
  | { readonly does: "take and hang up" }
  | { readonly does: "wait" | "take and wait"; readonly until: Promise<void> };

/** Starts a mail server that stops with the scope. */
export const startMailServer: Effect.Effect<MailServer, never, Scope.Scope> = Effect.gen(
  function* () {
    const emails: Array<ReceivedEmail> = [];
    const behaviours = new Map<string, Behaviour>();
    let recipientCount = 0;

    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: ({ address }, _session, response) => {
        recipientCount++;
        const behaviour = behaviours.get(address);
        if (behaviour?.does === "refuse recipient") return response(refusal(behaviour.code));
        if (behaviour?.does !== "wait") return response();
        behaviour.until.then(
          () => response(),
          () => response(refusal(451)),
        );
      },
      onData: (stream, session, response) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const behaviour = behaviours.get(to[0] ?? "");
        const take = async () => {
          const raw = await textOf(stream);
          if (behaviour?.does === "refuse message") return response(refusal(behaviour.code));
          emails.push({ raw, email: await PostalMime.parse(raw), to });
          if (behaviour?.does === "take and wait") await behaviour.until;
          // The server closes the connection at QUIT, so the response is never sent.
          if (behaviour?.does === "take and hang up") return disconnectClients(server);
          return response();
        };
        take().catch((error: unknown) => response(error instanceof Error ? error : undefined));
      },
    });
    // Killed clients disconnect in the middle of a session.
    server.on("error", () => {});
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
    const address = server.server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    return {
      url: `smtp://127.0.0.1:${port}`,
      emails,
      recipientCount: () => recipientCount,
      setBehaviour: (recipient, behaviour) => behaviours.set(recipient, behaviour),
    };
  },
);

function disconnectClients(server: SMTPServer): void {
  for (const connection of server.connections) connection._socket.destroy();
}

function refusal(code: number): Error {
  return Object.assign(new Error("Not here"), { responseCode: code });
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Array<Buffer> = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
