import type { RenderFault, RendererUnavailable } from "@paraph/core/renders";
import type { Effect } from "effect";

import type { Waiting } from "../fairness/fair_queue.ts";
import type { BatchMessage, Job, Reply } from "./messages.ts";
import { wholeBytes } from "./whole_bytes.ts";

/** A job that waits or is under way, and whom to tell what came of it. */
export interface Task extends Waiting {
  readonly job: Job;
  /** A shorter deadline than usual, in milliseconds. */
  readonly limitMillis?: number;
  readonly settle: (outcome: Effect.Effect<Reply, RenderFault | RendererUnavailable>) => void;
}

/** Tasks of one tenant that a thread has been given; it does and answers them in order. */
export class Batch {
  readonly tenant: string;
  readonly #tasks: ReadonlyArray<Task>;
  readonly #begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #answered = 0;
  #length: number;

  constructor(tenant: string, tasks: ReadonlyArray<Task>) {
    this.tenant = tenant;
    this.#tasks = tasks;
    this.#length = tasks.length;
  }

  /** The message that gives the tasks to a thread, and the templates among them that it was not sent yet. */
  message(sent: Set<string>): BatchMessage {
    const jobs = this.#tasks.map(({ job }): Job => {
      if (job.kind !== "draw") return job;
      const { id, bytes } = job.template;
      if (sent.has(id) || bytes === undefined) return { ...job, template: { id } };
      sent.add(id);
      return { ...job, template: { id, bytes: wholeBytes(bytes) } };
    });
    return { jobs, begun: this.#begun };
  }

  /** Notes that a task is answered, and gives it back. */
  answered(at: number): Task | undefined {
    this.#answered = at + 1;
    return this.#tasks[at];
  }

  /** Tasks that are not answered, the one under way first. */
  get unanswered(): ReadonlyArray<Task> {
    return this.#tasks.slice(this.#answered, this.#length);
  }

  /** Takes back the tasks that the thread has not begun. */
  recall(): ReadonlyArray<Task> {
    const begun = Atomics.exchange(this.#begun, 0, this.#tasks.length);
    this.#length = Math.min(this.#length, begun);
    return this.#tasks.slice(begun);
  }
}
