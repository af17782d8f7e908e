import { assert, describe, it } from "@effect/vitest";

import { FairQueue, type Waiting } from "./fair_queue.ts";

interface Job extends Waiting {
  readonly name: string;
}

const job = (tenant: string, name: string, micros = 1_000): Job => ({ tenant, name, micros });
const anyone = () => true;

/** The names of all items in the order in which they are served. */
function drain(queue: FairQueue<Job>): ReadonlyArray<string> {
  const names: Array<string> = [];
  for (;;) {
    const tenant = queue.next(anyone);
    if (tenant === undefined) return names;
    names.push(...queue.take(tenant).map(({ name }) => name));
  }
}

describe("FairQueue", () => {
  it("serves the oldest first within a tenant", () => {
    const queue = new FairQueue<Job>();
    for (const name of ["1", "2", "3"]) queue.add(job("a", name));
    assert.deepStrictEqual(drain(queue), ["1", "2", "3"]);
  });

  it("serves a new tenant next, regardless of the queue of another tenant", () => {
    const queue = new FairQueue<Job>();
    for (let index = 0; index < 1_000; index++) queue.add(job("a", `a${index}`));
    queue.take("a", 10);
    queue.add(job("b", "b"));
    assert.strictEqual(drain(queue)[0], "b");
  });

  it("gives tenants equal time, not equal numbers", () => {
    const queue = new FairQueue<Job>();
    for (let index = 0; index < 3; index++) queue.add(job("slow", `slow${index}`, 10_000));
    for (let index = 0; index < 20; index++) queue.add(job("fast", `fast${index}`, 1_000));
    const first = drain(queue).slice(0, 12);
    assert.strictEqual(first.filter((name) => name.startsWith("slow")).length, 2);
  });

  it("charges the actual time of an item", () => {
    const queue = new FairQueue<Job>();
    queue.add(job("a", "a1"));
    queue.add(job("a", "a2"));
    for (const name of ["b1", "b2", "b3"]) queue.add(job("b", name));
    queue.take("a");
    queue.charge("a", 1_000_000);
    assert.deepStrictEqual(drain(queue), ["b1", "b2", "b3", "a2"]);
  });

  it("gives no credit for idle time", () => {
    const queue = new FairQueue<Job>();
    queue.add(job("a", "a0"));
    queue.take("a");
    for (let index = 0; index < 50; index++) queue.add(job("b", `b${index}`));
    for (let index = 0; index < 40; index++) queue.take("b");
    for (let index = 0; index < 5; index++) queue.add(job("a", `a${index}`));
    const names = drain(queue).slice(0, 6);
    assert.isAtLeast(names.filter((name) => name.startsWith("b")).length, 2);
  });

  it("skips a tenant that may not be served now, and serves it later", () => {
    const queue = new FairQueue<Job>();
    queue.add(job("a", "a"));
    queue.add(job("b", "b", 1));
    assert.strictEqual(
      queue.next((tenant) => tenant !== "a"),
      "b",
    );
    assert.isUndefined(queue.next(() => false));
    assert.sameMembers([...drain(queue)], ["a", "b"]);
  });

  it("counts waiting items and drops removed ones", () => {
    const queue = new FairQueue<Job>();
    const [first, second] = [job("a", "1"), job("a", "2")];
    queue.add(first);
    queue.add(second);
    queue.remove(first);
    queue.remove(first);
    assert.strictEqual(queue.size, 1);
    const items = queue.take("a");
    assert.deepStrictEqual(items, [second]);
    queue.requeue(items);
    assert.deepStrictEqual(queue.takeAll(), [second]);
    assert.strictEqual(queue.size, 0);
  });

  it("removes the lines of tenants without items", () => {
    const queue = new FairQueue<Job>();
    for (let index = 0; index < 10_000; index++) {
      queue.add(job(`tenant ${index}`, "job"));
      assert.strictEqual(queue.next(anyone), `tenant ${index}`);
      queue.take(`tenant ${index}`);
    }
    queue.add(job("last", "job"));
    assert.strictEqual(queue.next(anyone), "last");
  });
});
